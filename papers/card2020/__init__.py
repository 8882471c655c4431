"""Card et al. (2020): With Little Power Comes Great Responsibility."""

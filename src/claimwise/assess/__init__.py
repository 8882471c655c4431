"""After the data: what does this study show?"""

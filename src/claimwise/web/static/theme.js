// Light, dark or what the system says. Loaded before anything is painted, so that nothing flashes.
(function () {
  const kept = () => { try { return localStorage.getItem("theme") || "auto"; } catch { return "auto"; } };
  const system = matchMedia("(prefers-color-scheme: dark)");
  let choice = kept();
  function apply() {
    const dark = choice === "dark" || (choice === "auto" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    dispatchEvent(new Event("themechange"));
  }
  system.addEventListener("change", apply);
  apply();
  addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    select.value = choice;
    select.addEventListener("change", () => {
      choice = select.value;
      try { localStorage.setItem("theme", choice); } catch { /* kept for this page only */ }
      apply();
    });
  });
})();

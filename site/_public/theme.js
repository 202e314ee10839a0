// Before the page is painted: the theme that the reader chose here, if any. The choice stays in this browser.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // No storage: the theme of the system.
}

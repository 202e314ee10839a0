// Tabs with one label are chosen together, on this page and on the next.
const tabs = [...document.querySelectorAll('.tabs > input')].map((input) => [input, input.labels[0].textContent]);
const chooseTabs = (label) => {
  for (const [input, own] of tabs) if (own === label) input.checked = true;
};
const chosenTabs = () => {
  try {
    return JSON.parse(localStorage.getItem('tabs')) ?? [];
  } catch {
    return [];
  }
};
for (const label of chosenTabs().toReversed()) chooseTabs(label);
for (const [input, label] of tabs)
  input.addEventListener('change', () => {
    const top = input.parentElement.getBoundingClientRect().top;
    chooseTabs(label);
    // Tabs above may be higher now: what the reader looks at stays where it is.
    scrollBy(0, input.parentElement.getBoundingClientRect().top - top);
    try {
      localStorage.setItem('tabs', JSON.stringify([label, ...chosenTabs().filter((other) => other !== label)].slice(0, 20)));
    } catch {
      // No storage: it holds for this page.
    }
  });

// Search in the index that the build has made. Loaded when a reader asks for it, and the index with the first word.

let latest = 0;

/**
 * Makes the field of a dialog search.
 *
 * @param {HTMLAnchorElement} link to the page that lists every page, for when there is no index; with the words to print
 */
export function searchIn(dialog, link) {
  const input = dialog.querySelector('input');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const results = document.createElement('ol');
  dialog.append(status, results);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  const search = () => show(input.value.trim(), { status, results, link });
  input.addEventListener('input', search);
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...results.querySelectorAll('a')];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  // What was typed while this file was on its way.
  search();
}

async function show(words, { status, results, link }) {
  const turn = ++latest;
  if (words === '') {
    status.textContent = '';
    results.replaceChildren();
    return;
  }
  let found;
  try {
    const pagefind = await import('./pagefind/pagefind.js');
    // The site may lie below a path.
    await pagefind.options({ baseUrl: new URL('.', import.meta.url).pathname });
    const { results: all } = await pagefind.search(words);
    // Results of an earlier word would write their excerpts over those of this one.
    if (turn !== latest) return;
    found = await Promise.all(all.slice(0, 8).map((each) => each.data()));
    if (turn !== latest) return;
    status.textContent = all.length === 0 ? link.dataset.nothingFound : link.dataset.found.replace('{count}', all.length);
  } catch {
    const list = document.createElement('a');
    list.href = link.href;
    list.textContent = link.dataset.everyPage;
    status.replaceChildren(`${link.dataset.noIndex} `, list);
    return;
  }
  const items = found.flatMap(({ url, meta, excerpt, sub_results: parts }) => [
    item(url, meta.title, excerpt),
    ...parts
      .filter((part) => part.url !== url)
      .slice(0, 3)
      .map((part) => item(part.url, `${meta.title}: ${part.title}`, part.excerpt)),
  ]);
  results.replaceChildren(...items);
}

function item(url, title, excerpt) {
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('b');
  name.textContent = title;
  const text = document.createElement('span');
  // Text of this site, escaped by the index; the only elements in it mark what was found.
  text.innerHTML = excerpt;
  link.append(name, text);
  const place = document.createElement('li');
  place.append(link);
  return place;
}

// What makes a page handier. Without it every page is whole: the controls below are hidden until they work.

const status = document.querySelector('.twin-links [role="status"]');

/** Shows a button that copies a text, and what came of it. */
function copies(button, read, say) {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await read());
      say(document.body.dataset.copied);
    } catch {
      say(document.body.dataset.notCopied);
    }
  });
}

const twin = document.querySelector('button[data-copy]');
if (twin)
  copies(
    twin,
    async () => {
      const response = await fetch(document.querySelector('a.twin').href);
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    },
    (text) => {
      status.textContent = text;
    },
  );

for (const code of document.querySelectorAll('main pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = document.body.dataset.copyCode;
  button.hidden = true;
  copies(
    button,
    () => code.textContent,
    (text) => {
      button.textContent = text;
    },
  );
  const frame = document.createElement('div');
  frame.className = 'copyable';
  code.replaceWith(frame);
  frame.append(code, button);
}

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

const theme = document.querySelector('select.theme');
if (theme) {
  theme.hidden = false;
  theme.value = document.documentElement.dataset.theme ?? '';
  theme.addEventListener('change', () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
      if (theme.value) localStorage.setItem('theme', theme.value);
      else localStorage.removeItem('theme');
    } catch {
      // No storage: it holds for this page.
    }
  });
}

// The heading that is being read, in the outline.
const entries = new Map([...document.querySelectorAll('.outline a')].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
if (entries.size > 0) {
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    for (const [id, a] of entries) {
      if (id === read.id) a.setAttribute('aria-current', 'true');
      else a.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}

// Search: the field is here at once, so that no letter is lost; what searches loads when it opens.
const search = document.querySelector('a.search');
if (search) {
  let dialog;
  const open = (event) => {
    event.preventDefault();
    if (!dialog) {
      dialog = document.createElement('dialog');
      dialog.className = 'search-dialog';
      dialog.setAttribute('aria-label', search.dataset.label);
      const input = document.createElement('input');
      input.type = 'search';
      input.placeholder = search.dataset.label;
      input.setAttribute('aria-label', search.dataset.label);
      dialog.append(input);
      document.body.append(dialog);
      import('./search.js').then(
        ({ searchIn }) => searchIn(dialog, search),
        () => location.assign(search.href),
      );
    }
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input').select();
  };
  search.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) open(event);
  });
}

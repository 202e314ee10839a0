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

for (const code of document.querySelectorAll('main pre:not([hidden])')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = document.body.dataset.copyCode;
  button.hidden = true;
  copies(
    button,
    () => {
      // Neither the marks for agents nor removed lines.
      const plain = code.cloneNode(true);
      for (const part of plain.querySelectorAll('[hidden], .removed')) part.remove();
      return plain.textContent;
    },
    (text) => {
      button.textContent = text;
    },
  );
  let frame = code.closest('.code');
  if (!frame) {
    frame = document.createElement('div');
    code.replaceWith(frame);
    frame.append(code);
  }
  frame.classList.add('copyable');
  frame.append(button);
}

if (document.querySelector('.tabs')) import('./tabs.js');

const theme = document.querySelector('button.theme');
if (theme) {
  const { dataset } = document.documentElement;
  const themes = { '': theme.dataset.themeAuto, light: theme.dataset.themeLight, dark: theme.dataset.themeDark };
  const label = () => {
    theme.title = `${theme.dataset.themeName}: ${themes[dataset.theme ?? '']}`;
    theme.setAttribute('aria-label', theme.title);
  };
  theme.hidden = false;
  label();
  theme.addEventListener('click', () => {
    const names = Object.keys(themes);
    const chosen = names[(names.indexOf(dataset.theme ?? '') + 1) % names.length];
    if (chosen) dataset.theme = chosen;
    else delete dataset.theme;
    label();
    try {
      if (chosen) localStorage.setItem('theme', chosen);
      else localStorage.removeItem('theme');
    } catch {
      // No storage: it holds for this page.
    }
  });
}

// An open menu closes when the reader goes elsewhere.
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(except)) menu.open = false;
};
addEventListener('click', (event) => closeMenus(event.target));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus();
});

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

// The outline above a narrow page closes when one of its links is followed.
const outline = document.querySelector('.panel[popover]');
outline?.addEventListener('click', (event) => {
  if (event.target.closest('a') && outline.matches(':popover-open')) outline.hidePopover();
});

// Search: the field is here at once, so that no letter is lost; what searches loads when it opens.
const search = document.querySelector('a.search[data-label]');
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
      // The browser would empty the field first.
      dialog.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        dialog.close();
      });
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
  if (/Mac|iPhone|iPad/.test(navigator.platform)) search.querySelector('kbd').textContent = '⌘ K';
  addEventListener('keydown', (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (isChord || (event.key === '/' && !typing && isAlone)) open(event);
  });
}

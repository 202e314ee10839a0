/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { PreviewFault } from '../../build/contract/preview-messages.ts';

/** What the server tells the pages of a preview. */
export interface PreviewNews {
  /** Mistakes that keep the newest build from being shown; none when it is shown. */
  readonly faults: readonly PreviewFault[];
  /** Files that changed, by path in the folder. */
  readonly changed: readonly string[];
  /** On connection: what the page's own file is now. */
  readonly hash?: string | undefined;
}

/**
 * The script of a page in preview: reloads it when it has changed, swaps stylesheets in place, shows what keeps the build
 * from being finished, and marks drafts. It is sent as it stands here, so it refers to nothing outside of itself.
 */
export function previewClient(events: string, style: string): void {
  const { file = '', hash = '', draft } = (document.currentScript as HTMLScriptElement).dataset;
  let source: EventSource | undefined;
  let overlay: HTMLElement | undefined;

  // Only a page that is looked at is connected: a browser keeps few connections to one host.
  const connect = (): void => {
    if (document.visibilityState !== 'visible') {
      source?.close();
      source = undefined;
    } else if (!source) {
      source = new EventSource(`${events}?file=${encodeURIComponent(file)}`);
      source.onmessage = ({ data }) => hear(JSON.parse(data) as PreviewNews);
    }
  };

  const hear = (news: PreviewNews): void => {
    show(news.faults);
    if (isOutdated(news)) location.reload();
    else if (news.changed.some((path) => path.endsWith('.css'))) restyle();
  };

  const isOutdated = ({ changed, ...news }: PreviewNews): boolean => {
    if ('hash' in news && news.hash !== hash) return true;
    if (changed.includes(file)) return true;
    // The page that is not there may be there now; the one that waits for the first build need wait no longer.
    if (file === '404.html' || file === '') return changed.some((path) => /\.html?$/.test(path));
    return changed.some(
      (path) => !/\.(?:html?|css|md|txt|xml|json|map)$|(?:^|\/)(?:_redirects|api-catalog|oauth-[\w-]+)$/.test(path),
    );
  };

  const restyle = (): void => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')) {
      const url = new URL(link.href);
      if (url.origin !== location.origin) continue;
      url.searchParams.set('preview', String(Date.now()));
      const next = link.cloneNode() as HTMLLinkElement;
      next.href = url.href;
      next.onload = () => link.remove();
      link.after(next);
    }
  };

  const element = (name: string, className: string, text: string): HTMLElement => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };

  /** In a shadow tree: the site's styles and ours leave each other alone. */
  const host = (...content: HTMLElement[]): HTMLElement => {
    const made = document.createElement('diptych-preview');
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = style;
    made.attachShadow({ mode: 'open' }).append(link, ...content);
    document.body.append(made);
    return made;
  };

  const show = (faults: readonly PreviewFault[]): void => {
    overlay?.remove();
    overlay = undefined;
    if (faults.length === 0) return;
    const section = element('section', 'faults', '');
    section.setAttribute('role', 'alert');
    section.setAttribute('aria-label', 'The build failed');
    const close = element('button', 'close', 'Hide');
    close.onclick = () => overlay?.remove();
    section.append(close);
    for (const { file: path, line, message, excerpt, advice } of faults) {
      section.append(
        element('h2', 'place', path ? `${path}${line ? `:${line}` : ''}` : 'The build failed'),
        element('p', 'message', message),
      );
      if (excerpt) section.append(element('pre', 'excerpt', excerpt));
      if (advice) section.append(element('p', 'advice', `Fix: ${advice}`));
    }
    section.append(
      element('p', 'note', 'The page below is from the last build that worked. This goes away when the mistake does.'),
    );
    overlay = host(section);
  };

  if (draft !== undefined) host(element('p', 'draft', 'Draft: shown in preview only'));
  document.addEventListener('visibilitychange', connect);
  connect();
}

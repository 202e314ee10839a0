import type { Page } from '../../page/page.ts';
import type { Reference } from '../../page/scanned-facts.ts';
import type { Destination, Published } from './published.ts';

export interface DeadReference {
  readonly page: Page;
  readonly reference: Reference;
  readonly destination: Destination;
}

/** The dead references of pages, except images. */
export function deadReferences(pages: readonly Page[], published: Published): DeadReference[] {
  const dead: DeadReference[] = [];
  for (const page of pages) {
    for (const reference of page.facts.references) {
      if (reference.kind === 'image') continue;
      const destination = published.resolve(reference.target, page);
      if (destination.kind === 'elsewhere') continue;
      if (destination.isDeadEnd) dead.push({ page, reference, destination });
    }
  }
  return dead;
}

import { artifactAt } from './artifacts.ts';

/** How a representation is published: decides cache policy, Vary, Link and security headers. */
export type Role = 'page' | 'negotiated' | 'twin' | 'document' | 'asset';

/** Extensions of text for machines. */
export const documentExtensions = ['md', 'txt', 'json', 'xml'] as const;

const documentName = new RegExp(`\\.(?:${documentExtensions.join('|')})$`);

/** Text for machines is a document, everything else an asset. */
export const roleOf = (path: string): 'document' | 'asset' =>
  artifactAt(path) !== undefined || documentName.test(path) ? 'document' : 'asset';

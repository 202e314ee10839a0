import type { SurfaceId } from '#contract/surfaces';
import type { Fields } from '../http/fields.ts';
import type { Body, ByteStream } from '../origin/origin.ts';

/**
 * An answer as a value. A shell writes it, with the RateLimit fields, Date and Content-Length, and without its content for HEAD.
 */
export interface Answer {
  readonly status: number;
  /** Without Content-Length. */
  readonly fields: Fields;
  readonly content: AnswerContent;
  /** Length of the content in octets: for a stream of known length, or if only the length is known. */
  readonly length?: number | undefined;
  /** Kind of content, for the log and the metrics. */
  readonly variant: 'html' | 'markdown' | 'document' | 'asset' | 'redirect' | 'problem' | 'none';
  /** The row of the contract that answered; undefined for assets, redirects and unpublished paths. */
  readonly surface: SurfaceId | undefined;
  /** The failure behind a problem: for the log, never for the client. */
  readonly cause?: unknown;
}

/** Text is UTF-8. Undefined: no content is allowed (204, 304), or a host answered a HEAD. */
export type AnswerContent = string | Uint8Array | StoredPart | ByteStream | undefined;

/** Stored bytes that are not in memory, from `start` to `end` inclusive: loaded, or streamed if too many. */
export interface StoredPart {
  readonly stored: Body;
  readonly start: number;
  readonly end: number;
}

import { type PromiseId, promiseIds, promises, type Unkept } from '../contract/promises.ts';

/** A row of the table on the hosting page: a promise, and what each host says of it. */
export interface HostingRow {
  readonly promise: string;
  /** The proxy's, then the hosts' in their order; why not, where it is not kept. */
  readonly hosts: readonly { readonly keeps: boolean; readonly why?: string | undefined }[];
}

/** Every promise, from the lists by which the conformance suite leaves questions out. */
export const hostingRows = (hosts: readonly { readonly cannot: Unkept }[]): HostingRow[] =>
  promiseIds.map((id: PromiseId) => ({
    promise: promises[id],
    hosts: [{ keeps: true }, ...hosts.map(({ cannot }) => ({ keeps: !(id in cannot), why: cannot[id] }))],
  }));

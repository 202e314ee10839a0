import { type PromiseId, promiseIds, promises } from '../contract/promises.ts';
import { type Host, keeps } from '../generators/hosts/host.ts';
import { hosts } from '../generators/hosts/index.ts';

/** A row of the table on the hosting page: a promise, and what each host says of it. */
export interface HostingRow {
  readonly promise: string;
  /** In the order of {@link hostTitles}; why not, where it is not kept. */
  readonly hosts: readonly { readonly keeps: boolean; readonly why?: string | undefined }[];
}

const list: readonly (readonly [string, Host])[] = Object.entries(hosts);

export const hostTitles: readonly string[] = ['Proxy', ...list.map(([, { title }]) => title)];

/** Every promise, from the lists by which the conformance suite leaves questions out. */
export const hostingRows = (): HostingRow[] =>
  promiseIds.map((id: PromiseId) => ({
    promise: promises[id],
    hosts: [{ keeps: true }, ...list.map(([, host]) => ({ keeps: keeps(host, id), why: host.cannot[id] }))],
  }));

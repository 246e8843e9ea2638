import { ranksByFileId } from '../lib/catalog/query/title-order.ts';

const port = globalThis as unknown as {
  onmessage: (event: { readonly data: readonly string[] }) => void;
  postMessage(ranks: Uint32Array): void;
};

port.onmessage = ({ data }) => port.postMessage(ranksByFileId(data));

import { hashOf } from '../../files.ts';
import type { Host, HostFile } from '../host.ts';
import type { HostedSite } from '../hosted-site.ts';
import { fillTemplate, readTemplate } from '../template.ts';
import { edgeOpening, functionText } from './edge-function.ts';

/**
 * S3 and CloudFront: the fetch handler on Lambda@Edge, which decides before the bucket is asked and sets the fields afterwards;
 * and a stack with all resources.
 */
export const cloudfront = {
  title: 'S3 with CloudFront',
  version: '',
  unsupported: {
    codings: 'the host compresses by itself',
    counting: 'the host does not count',
    malformed: 'as CloudFront has them',
    preconditions: 'what lies in its cache CloudFront sends by itself, whatever If-Match says',
    search: 'its function reads no files',
    ranges: 'as S3 has them: it answers If-Range by the whole file',
    unknownMethods: 'CloudFront refuses them by itself',
  },
  plans: [{ plan: 'Lambda@Edge', code: 50_000_000 }],
  projectFiles: (hosted: HostedSite): HostFile[] => {
    const { searchIndex: _, ...facts } = hosted.facts;
    const site = { ...hosted, facts };
    const code = functionText(cloudfront, site, 'lambda-at-edge.js');
    const stack = fillTemplate(readTemplate('edge/cloudfront.yaml'), {
      OPENING: edgeOpening(cloudfront, site).map((line) => `# ${line}`),
      DOMAIN: JSON.stringify(new URL(site.url).hostname),
      // A new version is made only for a new name.
      VERSION: `Version${hashOf(code).replace(/[\W_]/g, '').slice(0, 16)}`,
    });
    return [
      { path: 'cloudfront/template.yaml', body: stack },
      { path: 'cloudfront/function/index.mjs', body: code },
    ];
  },
} as const satisfies Host;

import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const s3Keys = { access_key: 'AKANBAR', secret_key: 'not-so-secret' };

const encoded = (key: string) => encodeURIComponent(key).replaceAll('%2F', '/');
const etag = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;
const DAY = '2026-08-12T18:45:02.000Z';

/** A service with buckets, as far as they are read: lists, and objects by ranges. */
export class FakeS3 {
  /** The keys of a bucket, in the order of the service. */
  readonly objects = new Map<string, Buffer>();
  /** Keys that its disk no longer gives. */
  readonly broken = new Set<string>();
  /** Each content takes so long, in milliseconds. */
  delay = 0;
  private readonly server = http.createServer((request, response) => this.answer(request, response));

  private constructor(readonly bucket: string) {}

  static async start(bucket: string): Promise<FakeS3> {
    const s3 = new FakeS3(bucket);
    await new Promise<void>((resolve) => s3.server.listen(0, '127.0.0.1', resolve));
    return s3;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  put(key: string, content: string | Buffer) {
    this.objects.set(key, Buffer.from(content));
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', this.url);
    const xml = (status: number, text: string) => {
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
    };
    const fail = (status: number, code: string) =>
      xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (!request.headers.authorization?.includes(`Credential=${s3Keys.access_key}/`))
      return fail(403, 'InvalidAccessKeyId');
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (!bucket) return xml(200, this.buckets());
    if (decodeURIComponent(bucket) !== this.bucket) return fail(404, 'NoSuchBucket');
    if (!key) return xml(200, this.list(url.searchParams));
    const content = this.objects.get(key);
    if (!content) return fail(404, 'NoSuchKey');
    if (this.broken.has(key)) return fail(403, 'AccessDenied');
    setTimeout(() => this.give(request, response, content), this.delay);
  }

  private give(request: http.IncomingMessage, response: http.ServerResponse, content: Buffer) {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const head = { 'Content-Type': 'text/plain', 'Content-Length': content.length - from, ETag: etag(content) };
    const part = from > 0 && { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, { ...head, ...part, 'Last-Modified': new Date(DAY).toUTCString() });
    response.end(request.method === 'HEAD' ? undefined : content.subarray(from));
  }

  private buckets() {
    const one = `<Bucket><Name>${this.bucket}</Name><CreationDate>${DAY}</CreationDate></Bucket>`;
    return `<ListAllMyBucketsResult><Buckets>${one}</Buckets></ListAllMyBucketsResult>`;
  }

  private list(query: URLSearchParams) {
    const most = Number(query.get('max-keys') ?? 1000);
    const after = query.get('start-after') ?? query.get('continuation-token') ?? '';
    const all = [...this.objects.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const rest = all.filter((key) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
    const shown = rest.slice(0, most);
    const row = (key: string) => {
      const content = this.objects.get(key) ?? Buffer.alloc(0);
      return `<Contents><Key>${encoded(key)}</Key><LastModified>${DAY}</LastModified><ETag>${etag(content).replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size></Contents>`;
    };
    const more = rest.length > most;
    const next = more ? `<NextContinuationToken>${encoded(shown.at(-1) ?? '')}</NextContinuationToken>` : '';
    return `<ListBucketResult><Name>${this.bucket}</Name><EncodingType>url</EncodingType><KeyCount>${shown.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>${next}${shown.map(row).join('')}</ListBucketResult>`;
  }
}

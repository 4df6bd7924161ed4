import { vi } from 'vitest';

interface FakeSession {
  id: string;
  key: string;
  relativePath: string;
  checksum: string;
  size: number;
  partSize: number;
  parts: Map<number, Blob>;
  /** Beginnings of parts. */
  cut: Map<number, Blob>;
  onDuplicate?: string;
}

interface Planned {
  path: RegExp;
  /** 0 cuts the connection before the server hears anything, -1 after it has done its work. */
  status: number;
  code?: string;
  times: number;
  /** With status 0: bytes of a part that come before. */
  come?: number;
}

/** The body fields of all calls. */
interface Fields {
  key: string;
  relative_path?: string;
  checksum: string;
  file_size: number;
  size: number;
  part_limit?: number;
  on_duplicate?: string;
  upload_id: string;
  given_up?: number[];
}

interface Reply {
  status: number;
  body?: unknown;
}

const MIB = 1024 * 1024;

/** The upload calls in memory, behind fakes of fetch and XMLHttpRequest, with failures on demand. */
export class FakeServer {
  readonly files = new Map<string, { size: number; hash: string; text: string }>();
  readonly sessions = new Map<string, FakeSession>();
  readonly log: string[] = [];
  /** Parts whose connections clients gave up. */
  readonly givenUp: number[] = [];
  partSize = 4 * MIB;
  /** The earlier version of every file that is uploaded. */
  base: string | null = null;
  /** Parts wait here until the test lets them through. */
  gate: Promise<void> | null = null;
  #silent: RegExp | null = null;
  #planned: Planned[] = [];
  readonly #singles = new Map<string, Reply>();
  #last = 0;

  install(): void {
    const answer = (method: string, url: string, body: unknown) => this.#answer(method, url, body);
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const stopped = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      const reply = await Promise.race([answer(init.method ?? 'GET', url, init.body), stopped]);
      if (reply.status === 0) throw new TypeError('Failed to fetch');
      if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
      return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), { status: reply.status });
    });
    vi.stubGlobal('XMLHttpRequest', fakeXhr(answer));
  }

  /** The next `times` calls to a path that matches fail with `status`. */
  fail(path: RegExp, status: number, times = 1, code = 'planned'): void {
    this.#planned.push({ path, status, times, code });
  }

  /** The next part is cut after so many of its bytes. */
  cutAfter(come: number): void {
    this.#planned.push({ path: /parts/, status: 0, times: 1, come });
  }

  /** The next call to a path that matches does its work, and its answer is never heard. */
  silence(path: RegExp): void {
    this.#silent = path;
  }

  count(path: RegExp): number {
    return this.log.filter((line) => path.test(line)).length;
  }

  async #answer(method: string, url: string, body: unknown): Promise<Reply> {
    const { pathname, searchParams } = new URL(url, 'http://anbar.test');
    const path = pathname.replace('/api/', '');
    const chunk = searchParams.get('chunk_number');
    const offset = searchParams.get('offset');
    this.log.push(`${method} ${path}${chunk === null ? '' : ` ${chunk}`}${offset === null ? '' : ` from ${offset}`}`);
    if (path === 'upload/parts' && this.gate) await this.gate;
    const planned = this.#planned.find((plan) => plan.times > 0 && plan.path.test(`${method} ${path}`));
    if (planned) planned.times--;
    if (planned?.come) this.#cut(searchParams, (body as Blob).slice(0, planned.come));
    if (planned && planned.status >= 0) return { status: planned.status, body: { error_code: planned.code } };
    const reply = await this.#route(path, searchParams, body);
    if (this.#silent?.test(path)) {
      this.#silent = null;
      await new Promise(() => undefined);
    }
    return planned ? { status: 0 } : reply;
  }

  async #route(path: string, query: URLSearchParams, body: unknown): Promise<Reply> {
    if (path === 'accounts/v1/token/refresh') return { status: 200, body: { access: token('new'), refresh: 'r2' } };
    if (path === 'upload/parts') return this.#part(query, body as Blob);
    if (path === 'upload/recipe') return this.#recipe(query, body as Blob);
    if (path === 'upload/file') return this.#single(query, body as Blob);
    if (path === 'upload/bundle') return this.#bundle(query, body as Blob);
    const fields = JSON.parse(String(body)) as Fields;
    if (path === 'upload/initialize') return this.#initialize(fields);
    if (path === 'upload/complete') return this.#complete(fields);
    if (path === 'upload/abort') return this.#abort(fields);
    return { status: 404, body: { error_code: 'invalid_id' } };
  }

  #initialize(fields: Fields): Reply {
    const { key, relative_path, checksum, file_size, part_limit, on_duplicate, given_up } = fields;
    if (given_up) this.givenUp.push(...given_up);
    const known = [...this.sessions.values()].find((each) => each.key === key && each.checksum === checksum);
    const session: FakeSession = known ?? {
      id: `u${++this.#last}`,
      key,
      relativePath: relative_path ?? '',
      checksum,
      size: file_size,
      partSize: part_limit ?? this.partSize,
      parts: new Map(),
      cut: new Map(),
    };
    this.sessions.set(session.id, session);
    session.onDuplicate = on_duplicate;
    const count = Math.max(1, Math.ceil(session.size / session.partSize));
    let first = 0;
    while (session.parts.has(first)) first++;
    return {
      status: 200,
      body: {
        upload_id: session.id,
        chunk_number: first || -1,
        chunk_size: session.partSize,
        chunk_count: count,
        present: [...session.parts.keys()].map((n) => [n, n + 1]),
        cut: [...session.cut].map(([n, part]) => [n, part.size]),
        base: this.base === null ? null : { directory_id: 'd', file_id: 'f', version_id: 'v', size: this.base.length },
      },
    };
  }

  #part(query: URLSearchParams, body: Blob): Reply {
    const session = this.sessions.get(query.get('upload_id') ?? '');
    if (!session) return { status: 404, body: { error_code: 'upload_not_found' } };
    const n = Number(query.get('chunk_number'));
    const offset = Number(query.get('offset') ?? 0);
    if (offset > 0 && session.cut.get(n)?.size !== offset) return { status: 409, body: { error_code: 'part_offset' } };
    session.parts.set(n, offset > 0 ? new Blob([session.cut.get(n) as Blob, body]) : body);
    session.cut.delete(n);
    return { status: 204 };
  }

  #cut(query: URLSearchParams, come: Blob): void {
    const session = this.sessions.get(query.get('upload_id') ?? '');
    const n = Number(query.get('chunk_number'));
    session?.cut.set(n, new Blob([query.has('offset') ? (session.cut.get(n) as Blob) : '', come]));
  }

  async #recipe(query: URLSearchParams, body: Blob): Promise<Reply> {
    const session = this.sessions.get(query.get('upload_id') ?? '');
    if (!session) return { status: 404, body: { error_code: 'upload_not_found' } };
    const bytes = new DataView(await body.arrayBuffer());
    let made = '';
    for (let at = 0; at < bytes.byteLength;) {
      const isCopy = bytes.getUint8(at) === 1;
      const length = bytes.getUint32(at + (isCopy ? 9 : 1), true);
      const from = isCopy ? Number(bytes.getBigUint64(at + 1, true)) : 0;
      at += isCopy ? 13 : 5;
      made += isCopy
        ? (this.base ?? '').slice(from, from + length)
        : new TextDecoder().decode(new Uint8Array(bytes.buffer, at, length));
      if (!isCopy) at += length;
    }
    for (let n = Number(query.get('chunk_number')), at = 0; at < made.length; n++, at += session.partSize) {
      session.parts.set(n, new Blob([made.slice(at, at + session.partSize)]));
    }
    return { status: 204 };
  }

  async #complete(fields: Fields): Promise<Reply> {
    const session = this.sessions.get(fields.upload_id);
    if (!session) return { status: 404, body: { error_code: 'upload_not_found' } };
    const whole = new Blob([...session.parts].sort(([a], [b]) => a - b).map(([, part]) => part));
    const text = await whole.text();
    const landed = this.#land(session, text, fields.on_duplicate ?? session.onDuplicate);
    if (landed.status === 201) this.sessions.delete(session.id);
    return landed;
  }

  async #single(query: URLSearchParams, body: Blob): Promise<Reply> {
    const once = query.get('idempotency_key') ?? '';
    const earlier = this.#singles.get(once);
    if (earlier) return earlier;
    const file = {
      key: query.get('key') ?? '',
      relativePath: query.get('relative_path') ?? '',
      checksum: query.get('checksum') ?? '',
      size: body.size,
    };
    const reply = this.#land(file, await body.text(), query.get('on_duplicate') ?? undefined);
    if (reply.status === 201) this.#singles.set(once, reply);
    return reply;
  }

  #abort(fields: Fields): Reply {
    this.sessions.delete(fields.upload_id);
    return { status: 204 };
  }

  async #bundle(query: URLSearchParams, body: Blob): Promise<Reply> {
    const bytes = new Uint8Array(await body.arrayBuffer());
    const results: unknown[] = [];
    for (let at = 0; at < bytes.length;) {
      const from = at + 4 + new DataView(bytes.buffer).getUint32(at, true);
      const header = JSON.parse(new TextDecoder().decode(bytes.subarray(at + 4, from))) as Fields;
      const text = new TextDecoder().decode(bytes.subarray(from, from + header.size));
      const file = {
        key: header.key,
        relativePath: header.relative_path ?? '',
        checksum: header.checksum,
        size: header.size,
      };
      const { status, body: landed } = this.#land(file, text, query.get('on_duplicate') ?? undefined);
      results.push({ key: header.key, status, ...(landed as object) });
      at = from + header.size;
    }
    return { status: 200, body: { results } };
  }

  #land(file: Pick<FakeSession, 'key' | 'relativePath' | 'checksum' | 'size'>, text: string, choice?: string): Reply {
    const path = [file.relativePath, file.key].filter(Boolean).join('/');
    const there = this.files.get(path);
    if (there && !choice) return { status: 409, body: { error_code: 'duplicate_field' } };
    const outcome = !there ? 'created' : choice === 'skip' ? 'skipped' : choice === 'version' ? 'version' : 'renamed';
    const stored = { size: text.length, hash: file.checksum, text };
    if (outcome !== 'skipped') this.files.set(outcome === 'renamed' ? `${path} (2)` : path, stored);
    const shown = outcome === 'skipped' && there ? there : stored;
    return {
      status: 201,
      body: { file: { file_id: path, directory_id: 'd', hash: shown.hash, size: shown.size }, outcome },
    };
  }
}

/** An access token that the session module can read. */
export function token(name: string): string {
  return `${btoa(JSON.stringify({ sub: 'u', name }))}.x`;
}

/** Just enough of XMLHttpRequest: a body goes out, progress is told half way, an answer comes or does not. */
function fakeXhr(answer: (method: string, url: string, body: unknown) => Promise<Reply>) {
  return class {
    status = 0;
    responseText = '';
    readonly upload = new EventTarget();
    readonly #events = new EventTarget();
    #method = '';
    #url = '';
    #over = false;

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(): void {}
    getResponseHeader(): string | null {
      return null;
    }

    addEventListener(type: string, listener: () => void): void {
      this.#events.addEventListener(type, listener);
    }

    abort(): void {
      this.#end('abort');
    }

    send(body: Blob): void {
      const half = new Event('progress');
      this.upload.dispatchEvent(Object.assign(half, { loaded: Math.floor(body.size / 2) }));
      void answer(this.#method, this.#url, body).then((reply) => {
        this.status = reply.status;
        this.responseText = reply.body === undefined ? '' : JSON.stringify(reply.body);
        this.#end(reply.status === 0 ? 'error' : 'load');
      });
    }

    #end(type: string): void {
      if (this.#over) return;
      this.#over = true;
      this.#events.dispatchEvent(new Event(type));
    }
  };
}

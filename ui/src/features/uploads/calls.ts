import { urlOf } from '~/api/calls';
import { api, authHeaders } from '~/api/client';
import { Fault, faultOf } from '~/api/fault';
import { renew } from '~/api/refresh';
import { change, heardSeq } from '~/api/sequence';
import { tokens } from '~/api/session';
import type { Failure } from '~/api/types.gen';
import type { BundleResult as BundleAnswer, UploadResult, UploadState } from '~/api/types';
import { BUNDLE_TYPE } from './bundle';
import { RECIPE_TYPE } from './recipes';
import { UploadFailure } from './retry';
import { fileTime, type ClientUpload } from './client-upload';
import type { BundleResult, LandedFile, Session, Transport } from './transport';

/** The token of the uploads' sender: undefined for the signed-in user, the visit's token for a visit. */
export type Token = () => string | undefined;

export async function listSessions(spaceId: string, token?: string): Promise<UploadState[]> {
  const answer = await api.get('upload/sessions', {
    query: { space_id: spaceId },
    token,
  });
  return answer.uploads;
}

/**
 * The upload calls of the server. With a base, a new version is refused with `version_changed` unless that one is
 * still the newest.
 */
export const callsAs = (token: Token = () => undefined, base?: string): Transport => ({
  async initialize(upload, onDuplicate, signal, givenUp): Promise<Session> {
    const answer = await asFailure(
      api.post('upload/initialize', {
        body: {
          space_id: upload.spaceId,
          directory_id: upload.directoryId,
          key: upload.key,
          content_type: upload.contentType,
          checksum: upload.checksum,
          file_size: upload.length,
          ...(upload.relativePath && { relative_path: upload.relativePath }),
          ...fileTime(upload),
          ...(onDuplicate && { on_duplicate: onDuplicate }),
          ...(upload.partLimit && { part_limit: upload.partLimit }),
          ...(givenUp && { given_up: [...givenUp] }),
        },
        signal,
        token: token(),
      }),
    );
    return {
      uploadId: answer.upload_id,
      chunkNumber: answer.chunk_number,
      chunkSize: answer.chunk_size,
      chunkCount: answer.chunk_count,
      present: answer.present.map(([from = 0, to = 0]) => [from, to]),
      cut: answer.cut.map(([n = 0, bytes = 0]) => [n, bytes]),
      base: answer.base && {
        directoryId: answer.base.directory_id,
        fileId: answer.base.file_id,
        versionId: answer.base.version_id,
      },
    };
  },

  async blockSums(upload, base, signal, onProgress) {
    const url = urlOf('GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/block-sums', {
      path: { space_id: upload.spaceId, directory_id: base.directoryId, file_id: base.fileId },
      query: { version_id: base.versionId },
    });
    return fetchBytes(url, signal, onProgress, token());
  },

  async recipe(upload, base, first, body, signal, onProgress) {
    const query = { ...partQuery(upload, first), base_file: base.fileId, base_version: base.versionId };
    const url = urlOf('PUT upload/recipe', { query });
    await send('PUT', url, RECIPE_TYPE, body, signal, onProgress, token());
  },

  async part(upload, n, at, body, signal, onProgress) {
    const query = { ...partQuery(upload, n), ...(at > 0 && { offset: String(at) }) };
    const url = urlOf('PUT upload/parts', { query });
    await send('PUT', url, 'application/octet-stream', body, signal, onProgress, token());
  },

  async complete(upload, onDuplicate, contentHash, signal): Promise<LandedFile> {
    const answer = await asFailure(
      api.post('upload/complete', {
        body: {
          ...identity(upload),
          ...(contentHash && { content_hash: contentHash }),
          ...(onDuplicate && { on_duplicate: onDuplicate }),
          ...(base && { base_version: base }),
        },
        signal,
        token: token(),
      }),
    );
    return readLanded(answer);
  },

  async single(upload, onDuplicate, key, body, signal, onProgress): Promise<LandedFile> {
    const query = {
      space_id: upload.spaceId,
      directory_id: upload.directoryId,
      key: upload.key,
      checksum: upload.checksum,
      content_type: upload.contentType,
      ...(upload.relativePath && { relative_path: upload.relativePath }),
      ...fileTime(upload),
      ...(onDuplicate && { on_duplicate: onDuplicate }),
      ...(base && { base_version: base }),
      idempotency_key: key,
    };
    const url = urlOf('PUT upload/file', { query });
    const text = await change(send('PUT', url, 'application/octet-stream', body, signal, onProgress, token()));
    return readLanded(JSON.parse(text) as UploadResult);
  },

  async abort(upload) {
    await asFailure(api.post('upload/abort', { body: identity(upload), token: token() }));
  },

  async bundle(upload, onDuplicate, body, signal, onProgress): Promise<BundleResult[]> {
    const query = {
      space_id: upload.spaceId,
      directory_id: upload.directoryId,
      ...(onDuplicate && { on_duplicate: onDuplicate }),
    };
    const share = (bytes: number) => onProgress(Math.min(1, bytes / body.size));
    const url = urlOf('POST upload/bundle', { query });
    const text = await change(send('POST', url, BUNDLE_TYPE, body, signal, share, token()));
    const { results } = JSON.parse(text) as BundleAnswer;
    return results.map((result) =>
      result.file && result.outcome
        ? readLanded({ file: result.file, outcome: result.outcome, receipt: null })
        : { code: result.error_code ?? 'generic' },
    );
  },
});

const partQuery = (upload: ClientUpload, n: number) => ({
  upload_id: upload.uploadId ?? '',
  space_id: upload.spaceId,
  key: upload.key,
  checksum: upload.checksum,
  chunk_number: String(n),
});

function identity(upload: ClientUpload) {
  return {
    space_id: upload.spaceId,
    key: upload.key,
    checksum: upload.checksum,
    ...(upload.uploadId && { upload_id: upload.uploadId }),
  };
}

function readLanded({ file, outcome, receipt }: UploadResult): LandedFile {
  if (!file) return { fileId: '', directoryId: '', hash: receipt?.hash ?? '', size: receipt?.size ?? 0, outcome };
  return { fileId: file.file_id, directoryId: file.directory_id, hash: file.hash, size: file.size, outcome };
}

/** Fetches bytes with progress; an expired token is renewed and they are asked for again. */
async function fetchBytes(
  url: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
  token: string | undefined,
): Promise<ArrayBuffer> {
  const used = token ? undefined : tokens()?.access;
  const ask = async () => {
    try {
      return await fetch(url, { signal, headers: token ? { Authorization: `Bearer ${token}` } : authHeaders() });
    } catch (error) {
      throw signal.aborted ? error : new UploadFailure(0, 'no_response');
    }
  };
  let answer = await ask();
  if (answer.status === 401 && used) {
    await asFailure(renew(used));
    answer = await ask();
  }
  if (!answer.ok) throw failureOf(faultOf(answer.status, answer.headers, parseAnswer(await answer.text())));
  try {
    return await readBytes(answer, onProgress);
  } catch (error) {
    throw signal.aborted ? error : new UploadFailure(0, 'no_response');
  }
}

async function readBytes(answer: Response, onProgress: (bytes: number) => void): Promise<ArrayBuffer> {
  const parts: BlobPart[] = [];
  const reader = answer.body?.getReader();
  if (!reader) return answer.arrayBuffer();
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    bytes += next.value.length;
    onProgress(bytes);
  }
  return new Blob(parts).arrayBuffer();
}

/** Sends a body with progress, which fetch does not tell; an expired token is renewed and the same body sent again. */
async function send(
  method: string,
  url: string,
  type: string,
  body: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
  token: string | undefined,
): Promise<string> {
  const used = token ? undefined : tokens()?.access;
  const authorization = () => (token ? { Authorization: `Bearer ${token}` } : authHeaders());
  let answer = await xhr(method, url, type, body, signal, onProgress, authorization());
  if (answer.status === 401 && used) {
    await asFailure(renew(used));
    answer = await xhr(method, url, type, body, signal, onProgress, authorization());
  }
  if (answer.status >= 200 && answer.status < 300) {
    heardSeq(answer);
    return answer.text;
  }
  throw failureOf(faultOf(answer.status, answer, parseAnswer(answer.text)));
}

interface Answer {
  readonly status: number;
  readonly text: string;
  get(header: string): string | null;
}

function xhr(
  method: string,
  url: string,
  type: string,
  body: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
  headers: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new DOMException('aborted', 'AbortError'));
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    signal.addEventListener('abort', stop);
    request.open(method, url);
    request.setRequestHeader('Content-Type', type);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener(
      'load',
      end(() =>
        resolve({
          status: request.status,
          text: request.responseText,
          get: (header) => request.getResponseHeader(header),
        }),
      ),
    );
    request.addEventListener(
      'error',
      end(() => reject(new UploadFailure(0, 'no_response'))),
    );
    request.addEventListener(
      'abort',
      end(() => reject(new DOMException('aborted', 'AbortError'))),
    );
    request.send(body);
  });
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy before the server answers in HTML; its status says enough.
    return undefined;
  }
}

async function asFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof Fault ? failureOf(error) : error;
  }
}

function failureOf(fault: Fault): UploadFailure {
  const code = fault.key ?? (fault.kind === 'noInternet' ? 'no_internet' : 'generic');
  const wait = fault.kind === 'tooMany' ? fault.minutes * 60_000 : null;
  const held = (fault.body as Partial<Failure> | null)?.held ?? 0;
  return new UploadFailure(fault.status, code, wait, held);
}

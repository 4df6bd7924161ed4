import { blake3 } from 'hash-wasm';
import type { UploadList } from '../src/api/types.gen';
import type { Server } from './server';

const PART = 5 * 1024 * 1024;

interface Directory {
  directory_id: string;
}

interface UploadedFile {
  file_id: string;
}

/** Fills a workspace by the calls that the page itself makes. */
export class Drive {
  constructor(
    private readonly server: Server,
    private readonly access: string,
    readonly spaceId: string,
    readonly root: string,
  ) {}

  static async of(server: Server, spaceId: string): Promise<Drive> {
    const { access } = await server.session();
    const { workspaces } = await server.call<{ workspaces: { space_id: string; root_directory_id: string }[] }>(
      'GET',
      'storage/workspaces',
      undefined,
      access,
    );
    const space = workspaces.find(({ space_id: id }) => id === spaceId);
    if (!space) throw new Error(`no workspace ${spaceId}`);
    return new Drive(server, access, spaceId, space.root_directory_id);
  }

  async folder(name: string, parent = this.root): Promise<string> {
    const body = { parent_id: parent, directory_name: name };
    const route = `storage/space/${this.spaceId}/directory`;
    return (await this.server.call<Directory>('POST', route, body, this.access)).directory_id;
  }

  async file(
    name: string,
    content: Uint8Array | string,
    directory = this.root,
    onDuplicate?: 'version',
  ): Promise<string> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const identity = { space_id: this.spaceId, key: name, checksum: await blake3(bytes) };
    const begun = await this.server.call<{ upload_id: string; chunk_number: number; chunk_count: number }>(
      'POST',
      'upload/initialize',
      {
        ...identity,
        directory_id: directory,
        content_type: '',
        file_size: bytes.length,
        ...(onDuplicate && { on_duplicate: onDuplicate }),
      },
      this.access,
    );
    for (let n = begun.chunk_number; n < begun.chunk_count; n++) {
      const query = new URLSearchParams({ ...identity, upload_id: begun.upload_id, chunk_number: String(n) });
      const answer = await fetch(`${this.server.url}/api/upload/parts?${query}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${this.access}`, 'Content-Type': 'application/octet-stream' },
        body: bytes.slice(n * PART, (n + 1) * PART),
      });
      if (!answer.ok) throw new Error(`part ${n} of ${name}: ${answer.status}`);
    }
    const done = await this.server.call<{ file: UploadedFile }>(
      'POST',
      'upload/complete',
      { ...identity, upload_id: begun.upload_id },
      this.access,
    );
    return done.file.file_id;
  }

  /** Moves entries into the trash. */
  async trash(ids: { files?: readonly string[]; directories?: readonly string[] }): Promise<void> {
    const body = { space_id: this.spaceId, file_ids: ids.files ?? [], directory_ids: ids.directories ?? [] };
    await this.server.call('POST', 'storage/batch-delete', body, this.access);
  }

  async favor(ids: { files?: readonly string[]; directories?: readonly string[] }): Promise<void> {
    const body = { file_ids: ids.files ?? [], directory_ids: ids.directories ?? [] };
    await this.server.call('PUT', `storage/space/${this.spaceId}/set-favorites`, body, this.access);
  }

  /** Opens a file of the root to everyone with its link. */
  async open(file: string): Promise<void> {
    const route = `storage/space/${this.spaceId}/directory/${this.root}/file/${file}/acl`;
    await this.server.call('PUT', route, { status: 'public' }, this.access);
  }

  /** Uploads a new version of an existing file. */
  async version(name: string, content: string, directory = this.root): Promise<void> {
    await this.file(name, content, directory, 'version');
  }

  /** Many empty-handed files at once, for long lists. */
  async crowd(names: readonly string[], directory = this.root): Promise<void> {
    for (let from = 0; from < names.length; from += 256) {
      const frames: BlobPart[] = [];
      for (const name of names.slice(from, from + 256)) {
        const bytes = new TextEncoder().encode(name);
        const header = { key: name, size: bytes.length, content_type: '', checksum: await blake3(bytes) };
        const json = new TextEncoder().encode(JSON.stringify(header));
        const length = new Uint8Array(4);
        new DataView(length.buffer).setUint32(0, json.length, true);
        frames.push(length, json, bytes);
      }
      const query = new URLSearchParams({ space_id: this.spaceId, directory_id: directory });
      const answer = await fetch(`${this.server.url}/api/upload/bundle?${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.access}`, 'Content-Type': 'application/x-anbar-bundle' },
        body: new Blob(frames),
      });
      if (!answer.ok) throw new Error(`bundle: ${answer.status} ${await answer.text()}`);
    }
  }
}

/** An upload that another test left unfinished is counted in the tray, too. */
export async function forgetUnfinished({ server, spaceId }: { server: Server; spaceId: string }) {
  const { access } = await server.session();
  const { uploads } = await server.call<UploadList>('GET', `upload/sessions?space_id=${spaceId}`, undefined, access);
  for (const { key, checksum, upload_id } of uploads)
    await server.call('POST', 'upload/abort', { space_id: spaceId, key, checksum, upload_id }, access);
}

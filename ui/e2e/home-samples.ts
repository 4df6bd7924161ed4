import { Drive } from './drive';
import type { Server } from './server';

const filled = new Map<string, Promise<HomeSamples>>();

interface HomeSamples {
  readonly folder: string;
  readonly files: readonly string[];
}

/** A workspace with files that were used, and some favorites; filled once. Uploaded files count as used. */
export function fillHome(server: Server, spaceId: string): Promise<HomeSamples> {
  const known = filled.get(spaceId) ?? fill(server, spaceId);
  filled.set(spaceId, known);
  return known;
}

async function fill(server: Server, spaceId: string): Promise<HomeSamples> {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('قراردادها');
  const files: string[] = [];
  for (const name of [
    'صورت‌جلسهٔ هیئت‌مدیره ۲۹ آبان.md',
    'Autumn sales 2026.csv',
    'Brand guidelines (v3).txt',
    'IMG_4208.svg',
    'معرفی محصول (نهایی).md',
    'Fin garden walk.txt',
    'A seventh file.txt',
  ]) {
    const content = name.endsWith('.svg')
      ? '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="200" height="120" fill="#4a86c5"/></svg>'
      : `# ${name}`;
    files.push(await drive.file(name, content, folder));
  }
  await drive.favor({ files: files.slice(0, 2), directories: [folder] });
  return { folder, files };
}

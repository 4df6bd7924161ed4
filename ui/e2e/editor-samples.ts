import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Drive } from './drive';
import type { World } from './fixtures';
import { someone, Team } from './people';

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../stories/testdata/documents/${name}`, import.meta.url)));

interface Documents {
  readonly folder: string;
  readonly word: string;
  readonly sheet: string;
  /** Chosen as the folder of templates. */
  readonly templates: string;
}

const made = new WeakMap<World, Promise<Documents>>();

/** A folder with a document and a sheet, and one of templates. Made once for a world. */
export function documentsOf(world: World): Promise<Documents> {
  let all = made.get(world);
  if (!all) made.set(world, (all = make(world)));
  return all;
}

async function make({ server, spaceId }: World): Promise<Documents> {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('سندهای ویرایش');
  const templates = await drive.folder('الگوهای شرکت');
  const word = await drive.file('نامه.docx', read('fa-letter.docx'), folder);
  const { access } = await server.session();
  const body = { space_id: spaceId, directory_id: folder, file_type: 'xlsx', name: 'بودجه' };
  const { file_id: sheet } = await server.call<{ file_id: string }>('POST', 'editor/onlyoffice/create', body, access);
  await drive.file('نامهٔ اداری.docx', read('fa-letter.docx'), templates);
  for (const name of [
    'Invoice.xlsx',
    'صورت‌جلسهٔ هفتگی.docx',
    'بودجهٔ سالانه.xlsx',
    'Pitch deck.pptx',
    'قرارداد همکاری با پیمانکار.docx',
  ])
    await drive.file(name, name, templates);
  await server.call('PUT', `editor/templates/space/${spaceId}`, { directory_id: templates }, access);
  return { folder, word, sheet, templates };
}

export const editorOf = ({ spaceId }: World, folder: string, file: string) =>
  `/editor/onlyoffice?space=${spaceId}&directory=${folder}&file=${file}`;

/** A new document that another person edits, for a minute. */
export async function hold(world: World): Promise<Documents> {
  const all = await documentsOf(world);
  const drive = await Drive.of(world.server, world.spaceId);
  const word = await drive.file(`نامه ${Date.now()}.docx`, read('fa-letter.docx'), all.folder);
  const reza = someone(`holder.${Date.now()}`, 'رضا', 'کریمی');
  const { access } = await world.server.add(reza);
  await (await Team.of(world)).guest('editor', all.folder, 'directory', reza.email);
  const path = `editor/onlyoffice/space/${world.spaceId}/directory/${all.folder}/file/${word}/open`;
  await world.server.call('GET', path, undefined, access);
  return { ...all, word };
}

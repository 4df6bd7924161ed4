import { Drive } from './drive';
import type { World } from './fixtures';
import type { Server } from './server';
import { askUntil } from './waits';

export interface Seeded {
  readonly contracts: string;
  readonly year: string;
  readonly report: string;
  readonly client: string;
}

const seeded = new Map<Server, Promise<Seeded>>();

/** Folders, texts, tags and a past to search in. Made once for a server. */
export function seedFinds(world: World): Promise<Seeded> {
  const known = seeded.get(world.server);
  if (known) return known;
  const made = make(world);
  seeded.set(world.server, made);
  return made;
}

async function make({ server, spaceId }: World): Promise<Seeded> {
  const drive = await Drive.of(server, spaceId);
  const { access } = await server.session();
  const call = <T>(method: string, route: string, body?: unknown) => server.call<T>(method, route, body, access);
  const contracts = await drive.folder('قراردادهای مشتریان');
  const year = await drive.folder('سال ۱۴۰۴', contracts);
  const report = await drive.file(
    'گزارش کیفی فصل پاییز.txt',
    'در این گزارش کیفیت خدمات پشتیبانی سنجیده شد. میانگین رضایت مشتریان ۸۷ درصد بود.',
    contracts,
  );
  await drive.file(
    'یادداشت جلسه با شرکت سپهر.md',
    '# جلسه\n\nدربارهٔ گزارش کیفی و بودجهٔ سال آینده گفت‌وگو شد.',
    contracts,
  );
  await drive.file('quality-report-Q3.txt', 'The quality report of the third quarter, with notes on support.', year);
  await drive.crowd(
    Array.from({ length: 12 }, (_, n) => `اسکن قرارداد ${n + 1}.pdf`),
    year,
  );
  const space = `storage/space/${spaceId}`;
  await call('PUT', `${space}/directory/${contracts}/rename/file`, {
    file_id: report,
    new_name: 'گزارش کیفی پاییز ۱۴۰۴.txt',
  });
  await call('PUT', `${space}/directory/${contracts}/move/file`, { file_id: report, destination_directory_id: year });
  const field = (title: string, type: string, description: string) =>
    call<{ space_custom_field_id: string }>('POST', 'custom-field/space', {
      space_id: spaceId,
      title,
      type,
      description,
    });
  const { space_custom_field_id: client } = await field('مشتری', 'text', 'نام شرکتی که قرارداد با آن است');
  const { space_custom_field_id: link } = await field('فایل در سامانه', 'link', 'نشانی همین فایل در سامانهٔ قراردادها');
  await field('شمارهٔ قرارداد', 'text', '');
  const value = { space_id: spaceId, type: 'file', id: report };
  await call('POST', 'custom-field/entity', { ...value, space_custom_field_id: client, content: 'شرکت سپهر' });
  await call('POST', 'custom-field/entity', {
    ...value,
    space_custom_field_id: link,
    content: 'https://contracts.example.com/deals/1404-87?view=full',
  });
  // Contents are read in the background.
  const search = `${space}/directory/${drive.root}/search?query=${encodeURIComponent('گزارش کیفی')}`;
  await askUntil(async () => {
    const { files } = await call<{ files: unknown[] }>('GET', search);
    return files.length >= 2 || null;
  }, `two files with ${search}`);
  return { contracts, year, report, client };
}

import type { Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { someone, Team } from '../people';
import type { Tokens } from '../server';
import type { Screen } from './screen';
import { wait } from './screens-files';
import { chooseItem } from '../menus';

interface Staff {
  folder: string;
  file: string;
  guest: Tokens;
  member: Tokens;
}

const people = [
  ['reza', 'رضا', 'کریمی', 'editor'],
  ['leila', 'لیلا', 'شریفی‌نژاد', 'editor'],
  ['emma', 'Emma', 'Thompson', 'editor'],
  ['omid', 'امید', 'نظری', 'organizer'],
  ['narges', 'نرگس', 'حسینی', 'viewer'],
  ['kian', 'Kian', 'Farahani', 'viewer'],
  ['parisa', 'پریسا', 'جعفری', 'no_role'],
] as const;

let staffed: Promise<Staff> | null = null;

/** A team of people with roles, guests, things that are open, and an invitation that waits. */
function staff(world: World): Promise<Staff> {
  staffed ??= (async () => {
    const { server } = world;
    const team = await Team.of(world);
    const drive = await Drive.of(server, world.spaceId);
    const contracts = await drive.folder('قراردادهای ۱۴۰۵');
    const folder = await drive.folder('پیمانکاران', contracts);
    await drive.folder('نقشه‌ها', folder);
    const invoices = await drive.folder('Invoices 2026');
    const file = await drive.file('صورت‌جلسه (نهایی).txt', 'صورت‌جلسه', folder);
    await drive.file('فهرست تجهیزات.txt', 'فهرست', folder);
    const open = await drive.file('معرفی شرکت.pdf', 'x'.repeat(4000));
    await drive.open(open);
    const tokens = new Map<string, Tokens>();
    for (const [name, first, last] of people) tokens.set(name, await server.add(someone(name, first, last)));
    const guest = await server.add(someone('sahar', 'سحر', 'مرادی'));
    for (const role of ['editor', 'organizer', 'viewer', 'no_role']) {
      const those = people.filter((person) => person[3] === role).map(([name]) => `${name}@example.com`);
      await team.role(role, ...those);
    }
    await team.role('viewer', 'new.colleague@example.org');
    await team.customRole(
      'حسابداری',
      ['read directory', 'read file', 'create file', 'update file', 'rename file', 'read activity'],
      ['parisa@example.com', 'kian@example.com'],
      [invoices, contracts],
    );
    await team.customRole('Auditors', ['read directory', 'read file', 'read version'], [], [invoices]);
    await team.guest('editor', folder, 'directory', 'sahar@example.com');
    await team.guest('viewer', contracts, 'directory', 'partner@supplier.example');
    await team.guest('viewer', file, 'file', 'sahar@example.com', 'lawyer@law.example');
    await openings(team, world, folder, file);
    return { folder, file, guest, member: tokens.get('narges') ?? guest };
  })();
  return staffed;
}

/** Links and boxes, as far as the server has them. */
async function openings(team: Team, { spaceId }: World, folder: string, file: string) {
  const link = `download/space/${spaceId}/directory/${folder}/file/${file}/temporary-link`;
  await team.call('POST', link, { title: 'برای مشاور حقوقی', password: 'Secret-1405' }).catch(() => undefined);
  await team
    .call('POST', `upload/space/${spaceId}/directory/${folder}/box-link`, {
      title: 'رزومه‌ها',
      duration: { value: 7, unit: 'day' },
    })
    .catch(() => undefined);
}

async function as(page: Page, { access, refresh }: Tokens) {
  await page.addInitScript(
    ([accessToken, refreshToken]) => {
      localStorage.setItem('access_token', accessToken);
      localStorage.setItem('refresh_token', refreshToken);
    },
    [access, refresh] as const,
  );
}

async function at(page: Page, world: World, path: string) {
  await staff(world);
  await page.goto(`/workspace/${world.spaceId}${path}`);
  await page.waitForTimeout(1400);
}

const press = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name }).first().click();
  await page.waitForTimeout(500);
};

async function rowMenu(page: Page, text: string, action: RegExp) {
  await page
    .locator('li')
    .filter({ hasText: text })
    .getByRole('button', { name: /^(گزینه‌های|More|Actions)/ })
    .click();
  await chooseItem(page, action);
  await page.waitForTimeout(800);
}

async function panel(page: Page, world: World, tab: string) {
  const { folder } = await staff(world);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&sort=name:1&details=${tab}`);
  await wait(page);
  await page.waitForTimeout(900);
}

const broken = (call: string) => async (page: Page, world: World) => {
  await staff(world);
  await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, json: {} }));
};

/** Members, roles, guests, and everything that outsiders can reach. */
export const peopleScreens: Screen[] = [
  { name: 'members', go: (page, world) => at(page, world, '/teammates') },
  {
    name: 'members-search',
    go: async (page, world) => {
      await at(page, world, '/teammates');
      await page.getByRole('searchbox', { name: /جست‌وجوی نام|Search by name/ }).fill('zzz');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'members-error',
    go: async (page, world) => {
      await broken('role/v1/space/*/workspace-members*')(page, world);
      await at(page, world, '/teammates');
    },
  },
  {
    name: 'members-loading',
    go: async (page, world) => {
      await staff(world);
      await page.route('**/api/role/v1/space/*/workspace-members*', () => {});
      await at(page, world, '/teammates');
    },
  },
  {
    name: 'members-add',
    go: async (page, world) => {
      await at(page, world, '/teammates');
      await press(page, /^(افزودن عضو|Add members)$/);
      const field = page.getByLabel(/نشانی‌های ایمیل|Email addresses/);
      await field.fill('sima@example.org,');
      await field.fill('ali.rezaei@example.org,');
      await field.fill('sima@example.org');
      await field.press('Enter');
    },
  },
  {
    name: 'members-remove',
    go: async (page, world) => {
      await staff(world);
      await page.route('**/departure', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as object;
        const drive = { files: 148, directories: 12, size: 2_400_000_000, trashed_files: 9 };
        await route.fulfill({ response: answer, json: { ...body, my_drive: drive, links: 3, boxes: 1, guests: 2 } });
      });
      await at(page, world, '/teammates');
      await rowMenu(page, 'emma@example.com', /حذف از فضای کاری|Remove from workspace/);
    },
  },
  {
    name: 'members-hand-over',
    go: async (page, world) => {
      await at(page, world, '/teammates');
      await rowMenu(page, 'reza@example.com', /واگذاری مالکیت|Transfer/);
    },
  },
  { name: 'roles', go: (page, world) => at(page, world, '/custom-roles') },
  {
    name: 'roles-matrix',
    go: async (page, world) => {
      await at(page, world, '/custom-roles');
      await page.getByRole('table').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'roles-empty',
    go: async (page, world) => {
      await staff(world);
      await page.route('**/api/role/v1/space/*/custom-role', (route) => route.fulfill({ json: { roles: [] } }));
      await at(page, world, '/custom-roles');
    },
  },
  {
    name: 'roles-edit',
    go: async (page, world) => {
      await at(page, world, '/custom-roles');
      await rowMenu(page, 'حسابداری', /ویرایش نقش|Edit role/);
    },
  },
  {
    name: 'roles-targets',
    go: async (page, world) => {
      await at(page, world, '/custom-roles');
      await rowMenu(page, 'حسابداری', /ویرایش نقش|Edit role/);
      await page.getByRole('tab', { name: /محدوده|Locations/ }).click();
      await page.waitForTimeout(700);
    },
  },
  {
    name: 'roles-delete',
    go: async (page, world) => {
      await at(page, world, '/custom-roles');
      await rowMenu(page, 'حسابداری', /حذف نقش|Delete role/);
    },
  },
  { name: 'access-panel', go: (page, world) => panel(page, world, 'access') },
  {
    name: 'access-file',
    go: async (page, world, phone) => {
      await panel(page, world, '');
      const row = page.locator('[data-index]').filter({ hasText: 'صورت‌جلسه' });
      if (phone) {
        await page.keyboard.press('Escape');
        await row.locator('[data-part=more]').click();
        await page.getByRole('menuitem', { name: /^(اشتراک‌گذاری|Share)/ }).click();
      } else {
        await row.locator('[data-part=name]').click();
        await page.getByRole('tab', { name: /^(اشتراک‌گذاری|Sharing)$/ }).click();
      }
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'access-dialog',
    go: async (page, world) => {
      await staff(world);
      await page.goto(`/workspace/${world.spaceId}?view=list&sort=name:1`);
      await wait(page);
      await page.locator('[data-index]').filter({ hasText: 'قراردادهای ۱۴۰۵' }).locator('[data-part=more]').click();
      await page.getByRole('menuitem', { name: /^(اشتراک‌گذاری|Share)/ }).click();
      await page.waitForTimeout(1000);
    },
  },
  {
    name: 'access-prevented',
    go: async (page, world) => {
      await staff(world);
      await page.route('**/targets/*/access', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as object;
        await route.fulfill({ response: answer, json: { ...body, prevent_sharing_non_members: true } });
      });
      await panel(page, world, 'access');
    },
  },
  {
    name: 'view-as',
    go: async (page, world) => {
      const { folder } = await staff(world);
      const team = await Team.of(world);
      const { members } = await team.call<{ members: { user: { user_id: string } }[] }>(
        'GET',
        `role/v1/space/${world.spaceId}/search-workspace-members?email=narges`,
      );
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&view_as=${members[0]?.user.user_id}`);
      await page.waitForTimeout(1500);
    },
  },
  { name: 'exposure', go: (page, world) => at(page, world, '/exposure') },
  {
    name: 'exposure-empty',
    go: async (page, world) => {
      await staff(world);
      await page.route('**/exposure', (route) =>
        route.request().resourceType() === 'document'
          ? route.continue()
          : route.fulfill({
              json: {
                access: 'private',
                prevent_sharing_non_members: false,
                guests: [],
                links: [],
                boxes: [],
                public_files: [],
              },
            }),
      );
      await at(page, world, '/exposure');
    },
  },
  {
    name: 'guest-spaces',
    go: async (page, world) => {
      await as(page, (await staff(world)).guest);
      await page.goto('/Access/Workspaces');
      await page.waitForTimeout(1000);
    },
  },
  {
    name: 'guest-spaces-empty',
    go: async (page, world) => {
      await staff(world);
      await page.goto('/Access/Workspaces');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'guest-folder',
    go: async (page, world) => {
      const { guest, folder } = await staff(world);
      await as(page, guest);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await page.waitForTimeout(1400);
    },
  },
  {
    name: 'guest-root',
    go: async (page, world) => {
      await as(page, (await staff(world)).guest);
      await page.goto(`/workspace/${world.spaceId}?view=list`);
      await page.waitForTimeout(1400);
    },
  },
  {
    name: 'viewer-frame',
    go: async (page, world) => {
      await as(page, (await staff(world)).member);
      await page.goto(`/workspace/${world.spaceId}?view=list`);
      await page.waitForTimeout(1400);
    },
  },
  {
    name: 'verify-email',
    go: async (page) => {
      await page.route('**/api/accounts/v1/users/me', async (route) => {
        const answer = await route.fetch();
        const me = (await answer.json()) as object;
        await route.fulfill({ response: answer, json: { ...me, is_email_validated: false } });
      });
      await page.goto('/auth/verify-email');
      await page.waitForTimeout(1000);
      await page.getByRole('textbox').fill('140');
    },
  },
  { name: 'settings-access', go: (page, world) => at(page, world, '/settings?tab=access') },
  {
    name: 'public-spaces',
    go: async (page, world) => {
      const { member } = await staff(world);
      const { access } = await world.server.session();
      const { workspaces } = await world.server.call<{ workspaces: { space_id: string; title: string }[] }>(
        'GET',
        'storage/workspaces',
        undefined,
        access,
      );
      for (const { space_id: id, title } of workspaces) {
        if (id !== world.spaceId && title !== '')
          await world.server.call('PUT', `storage/workspace/${id}/access`, { access: 'public' }, access);
      }
      await as(page, member);
      await page.goto('/workspace/find');
      await page.waitForTimeout(900);
    },
  },
];

import type { Browser, PlaywrightTestOptions } from '@playwright/test';
import { prefer, signIn, type World } from './fixtures';
import type { Person, Tokens } from './server';

/** A user whose name no other one in these tests has. */
export const someone = (name: string, first_name: string, last_name: string): Person => ({
  first_name,
  last_name,
  email: `${name}@example.com`,
  password: 'Correct-Horse-42',
});

/** Younger than an access token gets. */
const FRESH = 10 * 60_000;

const mina = someone('mina', 'مینا', 'رستمی');
const helpers = new WeakMap<World, { tokens: Promise<Tokens>; since: number }>();

/** An administrator with a proven address: only they can invite others. */
async function helperOf(world: World): Promise<Tokens> {
  const { server, spaceId } = world;
  const { access } = await server.session();
  const tokens = await server.add(mina);
  await server.call('PUT', `storage/workspace/${spaceId}/access`, { access: 'public' }, access);
  await server.call('POST', `storage/workspace/${spaceId}/join`, undefined, tokens.access);
  await server.call('PUT', `storage/workspace/${spaceId}/access`, { access: 'private' }, access);
  const body = { role_id: 'admin', emails: [mina.email] };
  await server.call('PATCH', `role/v1/space/${spaceId}/change-members`, body, access);
  return tokens;
}

/** An administrator who manages members by the same calls as the page. */
export class Team {
  private constructor(
    private readonly world: World,
    readonly admin: Tokens,
  ) {}

  static async of(world: World): Promise<Team> {
    let helper = helpers.get(world);
    if (!helper || Date.now() - helper.since > FRESH) {
      helper = { tokens: helper ? world.server.logIn(mina) : helperOf(world), since: Date.now() };
      helpers.set(world, helper);
    }
    return new Team(world, await helper.tokens);
  }

  call<T>(method: string, route: string, body?: unknown): Promise<T> {
    return this.world.server.call(method, route, body, this.admin.access);
  }

  role(role: string, ...emails: string[]): Promise<unknown> {
    return this.call('PATCH', `role/v1/space/${this.world.spaceId}/change-members`, { role_id: role, emails });
  }

  remove(...emails: string[]): Promise<unknown> {
    return this.call('DELETE', `role/v1/space/${this.world.spaceId}/workspace-members`, { members: emails });
  }

  guest(role: string, target: string, kind: 'file' | 'directory', ...emails: string[]): Promise<unknown> {
    return this.call('POST', `role/v1/space/${this.world.spaceId}/guest-users`, {
      emails,
      role_id: role,
      targets: [{ target_id: target, target_type: kind }],
    });
  }

  customRole(name: string, rules: string[], emails: string[], targets: string[]): Promise<{ role_id: string }> {
    return this.call('POST', `role/v1/space/${this.world.spaceId}/custom-role`, {
      name,
      permissions: rules.map((rule) => ({ action: rule.split(' ')[0], subject: rule.split(' ')[1] })),
      emails,
      targets: targets.map((target_id) => ({ target_id, target_type: 'directory' })),
    });
  }
}

interface Visit {
  person: Person;
  tokens: Tokens;
}

let counter = 0;

/** A new user with an account that no other test uses. */
export async function newcomer({ server }: World, first = 'کیان', last = 'فرهمند'): Promise<Visit> {
  counter += 1;
  const person = someone(`person${counter}-${Date.now()}`, first, last);
  return { person, tokens: await server.add(person) };
}

interface Look {
  viewport: PlaywrightTestOptions['viewport'];
  isMobile: boolean;
}

/** A new browser, signed in as its user. */
export async function enter(browser: Browser, { server }: World, look: Look, tokens: Tokens, lang: 'fa' | 'en' = 'fa') {
  const { viewport, isMobile } = look;
  const context = await browser.newContext({ baseURL: server.url, viewport, isMobile, hasTouch: isMobile });
  const page = await context.newPage();
  await prefer(page, lang);
  await signIn(page, tokens);
  return page;
}

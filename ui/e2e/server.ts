import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Challenge } from '../src/api/types.ts';
import { askUntil } from './waits';

const binary = path.resolve(process.env.ANBAR_BIN ?? path.join(import.meta.dirname, '../../anbar'));

/** Milliseconds of a session's 15 minutes after which another one is begun. */
const FRESH = 7 * 60_000;
/** The user agent of the calls that the tests send themselves; the list of devices shows it. */
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

export const owner: Person = {
  first_name: 'سارا',
  last_name: 'محمدی',
  email: 'sara@example.com',
  password: 'Correct-Horse-42',
};

export interface Tokens {
  access: string;
  refresh: string;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Collects the output of a process; with --log-messages it has the messages that would be sent. */
function collectOutput(child: ChildProcess, told: { text: string }): void {
  const read = (chunk: Buffer) => {
    told.text += chunk.toString();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
}

/** The set-up link that the binary prints when it starts for the first time. */
function setupToken(child: ChildProcess, told: { text: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const token = /\/setup\?token=([\w~.-]+)/.exec(told.text)?.[1];
      if (token) resolve(token);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`anbar ended with ${code}:\n${told.text}`)));
    setTimeout(() => reject(new Error(`no set-up link within 60 s:\n${told.text}`)), 60_000).unref();
  });
}

/** One appliance of its own, with an empty data directory. */
export class Server {
  private constructor(
    readonly url: string,
    readonly token: string,
    private child: ChildProcess,
    private readonly words: readonly string[],
    readonly home: string,
    private readonly told: { text: string },
  ) {}

  /** Starts one with more settings, as `--signup=open`. */
  static async start(...settings: string[]): Promise<Server> {
    const home = await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-e2e-'));
    const listen = `127.0.0.1:${await freePort()}`;
    const words = ['serve', '--data', path.join(home, 'data'), '--listen', listen, '--log-messages', ...settings];
    const child = spawn(binary, words, { cwd: home });
    const told = { text: '' };
    collectOutput(child, told);
    const token = await setupToken(child, told);
    const server = new Server(`http://${listen}`, token, child, words, home, told);
    await server.healthy();
    return server;
  }

  private async healthy() {
    await askUntil(async () => {
      const answer = await fetch(`${this.url}/api/health`).catch(() => null);
      return answer?.ok || null;
    }, 'answer of /api/health');
  }

  private messages(to: string): string[] {
    return this.told.text
      .split('\n')
      .filter((line) => line.includes('a message was not sent') && line.includes(`to=${to} `));
  }

  /**
   * The first group of `pattern` in the newest message to an address or a number. With --log-messages they are
   * written to the log.
   */
  async mailed(to: string, pattern: RegExp): Promise<string> {
    const find = () =>
      this.messages(to)
        .map((line) => pattern.exec(line)?.[1])
        .findLast(Boolean);
    return await askUntil(find, `message like ${pattern} to ${to}`);
  }

  /** The six digits that were sent to an address or a number, oldest first. */
  codes(to: string): string[] {
    return this.messages(to)
      .map((line) => /text=.*?(?<!\d)(\d{6})(?!\d)/.exec(line)?.[1])
      .filter((code) => code !== undefined);
  }

  /** The newest of them, once there are more than `before`. */
  async code(to: string, before = 0): Promise<string> {
    return await askUntil(() => this.codes(to).slice(before).at(-1), `code to ${to}`);
  }

  /** Forgets the messages that were sent so far. */
  forgetMessages() {
    this.told.text = '';
  }

  /** Ends the process; the data stay for `up`. */
  async down() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await gone;
  }

  /** Ends the process as a power cut does. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  async up() {
    this.child = spawn(binary, this.words, { cwd: this.home });
    collectOutput(this.child, this.told);
    await this.healthy();
  }

  /** Lets it answer nothing, or go on. */
  pause(on: boolean) {
    this.child.kill(on ? 'SIGSTOP' : 'SIGCONT');
  }

  async stop() {
    await this.down();
    await fs.rm(this.home, { recursive: true, force: true });
  }

  /** A call with an access token, or without a session. */
  async call<T>(method: string, route: string, body?: unknown, access?: string): Promise<T> {
    const answer = await fetch(`${this.url}/api/${route}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': firefox,
        ...(access && { Authorization: `Bearer ${access}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** A command of the shell, as an administrator would give it beside the running server. */
  shell(command: string[], input = ''): Promise<void> {
    const words = [...command, '--data', path.join(this.home, 'data')];
    return new Promise<void>((resolve, reject) => {
      const child = spawn(binary, words, { cwd: this.home });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${words.join(' ')}: ${code} ${said}`))));
      child.stdin.end(input);
    });
  }

  /** Makes an account from the shell; its address counts as proven. */
  async add(person: Person): Promise<Tokens> {
    const names = ['--first-name', person.first_name, '--last-name', person.last_name];
    await this.shell(['user', 'add', '--email', person.email, ...names, '--password-stdin'], `${person.password}\n`);
    const tokens = await this.logIn(person);
    await this.showAround(person, tokens);
    return tokens;
  }

  /** Makes an account as a stranger does, with the work that is asked for. */
  async signUp(person: Person): Promise<Tokens> {
    const route = 'accounts/v1/users/signup';
    const asked = await fetch(`${this.url}/api/${route}`, { method: 'POST', body: JSON.stringify(person) });
    const { captcha } = (await asked.json()) as { captcha: Challenge };
    const { algorithm, challenge, salt, signature } = captcha;
    for (let number = 0; number <= captcha.maxnumber; number += 1) {
      if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) {
        const solution = btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
        return this.call('POST', route, { ...person, captcha: solution });
      }
    }
    throw new Error('nothing solves it');
  }

  async setUp(title: string): Promise<Tokens & { space_id: string }> {
    const body = { ...owner, token: this.token, language: 'fa-ir', workspace_title: title };
    const made = await this.call<Tokens & { space_id: string }>('POST', 'setup', body);
    await this.showAround(owner, made);
    return made;
  }

  /** Sets whether the user has seen the tour, which would cover everything else. */
  showAround({ first_name, last_name }: Person, { access }: Tokens, is_onboarded = true): Promise<unknown> {
    return this.call('PUT', 'accounts/v1/users/me', { first_name, last_name, is_onboarded }, access);
  }

  private kept: Tokens | null = null;
  private keptSince = 0;

  /** A session of the owner that still works, and will for the longest of tests; sign-ins are counted by the server, so one is kept. */
  async session(): Promise<Tokens> {
    const { kept } = this;
    const fresh = kept && Date.now() - this.keptSince < FRESH;
    const works = fresh && (await this.call('GET', 'accounts/v1/users/me', undefined, kept.access).catch(() => null));
    if (kept && works) return kept;
    this.keptSince = Date.now();
    return (this.kept = await this.logIn());
  }

  logIn(person: Person = owner): Promise<Tokens> {
    const { email: login, password } = person;
    return this.call('POST', 'accounts/v1/users/login', { login, password });
  }
}

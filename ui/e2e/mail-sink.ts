import net from 'node:net';
import { freePort } from './server';

/** A mail server that takes every mail and keeps its lines. */
export class MailSink {
  readonly mails: string[] = [];
  /** What every recipient is refused with, as "550 5.1.1 no such mailbox". */
  refusal = '';
  private readonly server: net.Server;

  private constructor(readonly port: number) {
    this.server = net.createServer((socket) => this.talk(socket));
  }

  static async start(): Promise<MailSink> {
    const sink = new MailSink(await freePort());
    await new Promise<void>((resolve) => sink.server.listen(sink.port, '127.0.0.1', resolve));
    return sink;
  }

  stop() {
    this.server.close();
  }

  private talk(socket: net.Socket) {
    const say = (words: string) => socket.write(`${words}\r\n`);
    let mail: string[] | null = null;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail && line === '.') {
          this.mails.push(mail.join('\n'));
          mail = null;
          say('250 taken');
        } else if (mail) {
          mail.push(line);
        } else if (/^DATA/i.test(line)) {
          mail = [];
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else if (this.refusal && /^RCPT/i.test(line)) {
          say(this.refusal);
        } else say('250 ok');
      }
    });
    say('220 sink');
  }
}

import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A language model behind the protocol of OpenAI. It says the pieces one by one, and waits at the end until it is let go. */
export class FakeModel {
  pieces: readonly string[] = [];
  refuses = false;
  private letGo: () => void = () => undefined;
  private ready = Promise.resolve();
  private readonly server = http.createServer((_, response) => void this.answer(response));

  static async start(): Promise<FakeModel> {
    const model = new FakeModel();
    await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get host() {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on answers wait before their end. */
  hold() {
    this.ready = new Promise((resolve) => (this.letGo = resolve));
  }

  release() {
    this.letGo();
    this.ready = Promise.resolve();
  }

  stop() {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(response: http.ServerResponse) {
    if (this.refuses) {
      response.writeHead(401).end('wrong key');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const content of this.pieces)
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    await this.ready;
    response.end('data: [DONE]\n\n');
  }
}

import net from 'node:net';
import { freePort } from './server';

/** Bytes per second that a line carries to the server. */
const RATE = 3 * 1024 * 1024;

/** A line to a server that can be cut: nothing comes through any more, and nobody is told. */
export class SilentLine {
  /** Bytes that arrived at the server. */
  arrived = 0;
  private readonly all = new Set<net.Socket>();
  private cutUntil = 0;
  private cutAt = Infinity;
  private cutFor = 0;

  private constructor(
    readonly url: string,
    private readonly listener: net.Server,
  ) {}

  static async to(target: string): Promise<SilentLine> {
    const { port } = new URL(target);
    const at = await freePort();
    const listener = net.createServer((near) => line.join(near, net.connect(Number(port), '127.0.0.1')));
    const line = new SilentLine(`http://127.0.0.1:${at}`, listener);
    await new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve));
    return line;
  }

  /** Cuts the line for a time once so many more bytes have arrived. What is on its way then never arrives. */
  cutAfter(bytes: number, milliseconds: number): void {
    [this.cutAt, this.cutFor] = [this.arrived + bytes, milliseconds];
  }

  stop(): void {
    this.all.forEach((socket) => socket.destroy());
    this.listener.close();
  }

  private join(near: net.Socket, far: net.Socket): void {
    const began = Date.now();
    const isCut = () => began < this.cutUntil;
    for (const socket of [near, far]) {
      this.all.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (bytes) => {
      if (isCut()) return;
      far.write(bytes);
      this.arrived += bytes.length;
      if (this.arrived >= this.cutAt) {
        [this.cutAt, this.cutUntil] = [Infinity, Date.now() + this.cutFor];
        return;
      }
      near.pause();
      setTimeout(() => near.resume(), (bytes.length / RATE) * 1000);
    });
    far.on('data', (bytes) => void (isCut() || near.write(bytes)));
    near.on('close', () => void (isCut() || far.destroy()));
    far.on('close', () => void (isCut() || near.destroy()));
  }
}

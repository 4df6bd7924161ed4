import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { freePort } from './server';

/** A proxy that does HTTPS with a certificate that it signed itself. */
export class TlsProxy {
  private constructor(
    readonly url: string,
    private readonly server: https.Server,
  ) {}

  static async start(home: string, target: string): Promise<TlsProxy> {
    const [key, cert] = [path.join(home, 'proxy.key'), path.join(home, 'proxy.crt')];
    const subject = ['-subj', '/CN=Anbar test', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    const { hostname, port } = new URL(target);
    const server = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (req, res) => {
      const { method, url, headers } = req;
      const on = http.request({ hostname, port, method, path: url, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      on.on('error', () => res.writeHead(502).end());
      req.pipe(on);
    });
    const at = await freePort();
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    return new TlsProxy(`https://127.0.0.1:${at}`, server);
  }

  stop() {
    this.server.close();
  }
}

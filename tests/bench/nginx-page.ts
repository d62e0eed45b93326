import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { freePort } from '../support/start-site.ts';
import { fetchPath } from './fetch-path.ts';

/** Processor milliseconds of one tick of `/proc/<pid>/stat`. */
const TICK_MS = 10;

/** A running nginx with one page, packed ahead. */
export interface NginxPage {
  url: string;
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Serves a page by nginx with `gzip_static`; null when no nginx is installed. */
export async function startNginx(root: string, page: Buffer): Promise<NginxPage | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const port = await freePort();
  mkdirSync(join(root, 'nginx/www'), { recursive: true });
  writeFileSync(join(root, 'nginx/www/index.html'), page);
  writeFileSync(join(root, 'nginx/www/index.html.gz'), gzipSync(page, { level: 9 }));
  const at = (name: string) => join(root, 'nginx', name);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    at('nginx.conf'),
    `${user} worker_processes 1; daemon off; pid ${at('pid')}; error_log ${at('error.log')};
    events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nopush on; open_file_cache max=1000; keepalive_requests 100000;
      client_body_temp_path ${at('a')}; proxy_temp_path ${at('b')}; fastcgi_temp_path ${at('c')};
      uwsgi_temp_path ${at('d')}; scgi_temp_path ${at('e')};
      server { listen 127.0.0.1:${port}; root ${at('www')};
        location / { gzip_static on; types { text/html html; } } } }`,
  );
  const child = spawn('nginx', ['-c', at('nginx.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    try {
      if ((await fetchPath(url, '/')).status === 200) break;
    } catch (error) {
      if (tries > 50) throw error;
    }
    await pause(50);
  }
  const workers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return {
    url,
    cpuMs: () => workers.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function ticksOf(pid: string): number {
  // The name of the program is in brackets and may hold spaces; user and system time are the 12th and 13th behind
  // it.
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(facts[11]) + Number(facts[12]);
}

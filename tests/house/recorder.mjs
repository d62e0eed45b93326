/**
 * Records what a server of the site does, to compare two states of the code: each request that changes something, with
 * its status, its headers, the tables that it wrote and the mails that it put in the outbox.
 *
 *     DORPEL_RECORD=/tmp/before NODE_OPTIONS="--import $PWD/tests/house/recorder.mjs" npm test
 *
 * tests/house/compare.ts compares two folders of such records.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, mkdirSync } from 'node:fs';
import { createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const folder = process.env.DORPEL_RECORD;
const requests = new AsyncLocalStorage();
const HEADERS = ['content-type', 'cache-control', 'referrer-policy', 'x-robots-tag', 'allow', 'retry-after'];

/** A value without what differs from run to run: identifiers, hashes, tokens, numbers. */
const plain = (text) =>
  decodeURIComponent(String(text).replace(/%(?![0-9a-f]{2})/gi, ''))
    .replace(/[\w-]{16,}(\.[\w-]{16,})*/g, (word) => (/\d|[A-Z].*[A-Z]/.test(word) ? '{id}' : word))
    .replace(/\b\d{4}-[A-Z0-9]{5}\b/g, '{reference}')
    .replace(/(?<=\/)[\w{}-]+(?:\.[\w{}-]+)*\.\{id\}/g, '{token}')
    .replace(/\d+/g, '{n}');

/** The name of a field; those that a test invented are alike. */
const fieldName = (name) => (/^[a-z][\w.[\]/-]*$/i.test(name) ? plain(name) : '{odd}');

/** The names of the fields of a body, and the values of those that say what is to be done. */
function fieldsOf(body, type) {
  if (/multipart/.test(type)) return namesOf([...body.matchAll(/name="([^"]*)"/g)].map(([, name]) => name));
  if (/json/.test(type)) return body.startsWith('{') ? namesOf(Object.keys(tryJson(body))) : ['json'];
  const fields = new URLSearchParams(body);
  const actions = ['do', 'action', 'kind', 'form'].map((name) => fields.get(name)).filter(Boolean);
  return [...namesOf(fields.keys()), ...actions.map(plain)];
}

const namesOf = (names) => [...new Set([...names].map(fieldName))].sort();

function tryJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function recordSqlite() {
  const sqlite = require('node:sqlite');
  const { prepare } = sqlite.DatabaseSync.prototype;
  sqlite.DatabaseSync.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    const [, verb, table] = /^\s*(insert(?: or \w+)? into|update|delete from)\s+"?(\w+)/i.exec(sql) ?? [];
    if (!table) return statement;
    const note = (values) => {
      const record = requests.getStore();
      if (!record) return;
      record.rows.add(`${verb.toLowerCase().split(' ')[0]} ${table}`);
      const columns = /\(([^)]*)\)/.exec(sql)?.[1]?.replaceAll('"', '').split(', ') ?? [];
      if (table !== 'outbox' || !columns.includes('subject')) return;
      for (let at = 0; at < values.length; at += columns.length)
        record.mails.add(plain(`${values[at + columns.indexOf('kind')]}: ${values[at + columns.indexOf('subject')]}`));
    };
    for (const name of ['run', 'all', 'get']) {
      const call = statement[name].bind(statement);
      statement[name] = (...values) => {
        note(values);
        return call(...values);
      };
    }
    return statement;
  };
}

function recordHttp() {
  const http = require('node:http');
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (name, ...values) {
    const [request, response] = values;
    if (name !== 'request' || ['GET', 'HEAD'].includes(request.method)) return emit.call(this, name, ...values);
    const record = { rows: new Set(), mails: new Set() };
    const chunks = [];
    const { push } = request;
    request.push = function (chunk, ...more) {
      if (chunk && chunks.length < 64) chunks.push(Buffer.from(chunk));
      return push.call(this, chunk, ...more);
    };
    response.once('close', () => write(request, response, record, Buffer.concat(chunks).toString('latin1')));
    return requests.run(record, () => emit.call(this, name, ...values));
  };
}

function write(request, response, { rows, mails }, body) {
  const line = {
    request: `${request.method} ${plain(request.url)}`,
    fields: fieldsOf(body, request.headers['content-type'] ?? ''),
    status: response.statusCode,
    location: plain(response.getHeader('location') ?? ''),
    headers: HEADERS.flatMap((name) =>
      response.hasHeader(name) ? [plain(`${name}: ${response.getHeader(name)}`)] : [],
    ),
    cookies: [response.getHeader('set-cookie') ?? []]
      .flat()
      .map((cookie) => plain(String(cookie).replace(/=[^;]*/, ''))),
    rows: [...rows].sort(),
    mails: [...mails].sort(),
  };
  appendFileSync(`${folder}/${process.pid}.jsonl`, `${JSON.stringify(line)}\n`);
}

if (folder && isBuiltin('node:sqlite')) {
  mkdirSync(folder, { recursive: true });
  recordSqlite();
  recordHttp();
  syncBuiltinESMExports();
}

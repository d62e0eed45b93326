import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lookup } from 'mrmime';
import { errorCode } from '../log/error-facts.ts';
import type { Encoding } from './encoding.server.ts';

/** Files up to this size are kept in memory; larger files are read from the disk for each request. */
const MAX_KEPT_BYTES = 512 * 1024;
const TEXT = /^text\/|javascript|json|xml/;
const AT_ONCE = 5;

/** A file of a version as it is sent in one encoding. */
export interface StaticFile {
  /** Absolute path of the original file. */
  path: string;
  bytes: number;
  /** Null = too large for the memory. */
  body: Buffer | null;
  etag: string;
  /** Names and values in turn, the fastest form for `writeHead`. */
  headers: readonly string[];
  /** Whether it was just compressed at a fast, lower quality. */
  isQuick: boolean;
}

/** Reads a file in its smallest form; its decoded path in the URL names its type. Null when there is none. */
export async function readStaticFile(file: string, path: string, encoding: Encoding): Promise<StaticFile | null> {
  const facts = await unlessAbsent(stat(file));
  if (!facts?.isFile()) return null;
  const type = path.endsWith('/') ? 'text/html' : (lookup(path) ?? 'application/octet-stream');
  const isText = TEXT.test(type);
  const sent = await bodyOf(file, isText && facts.size <= MAX_KEPT_BYTES ? encoding : 'identity', facts.size);
  const etag = sent.body
    ? `"${createHash('sha256').update(sent.body).digest('base64url').slice(0, 16)}"`
    : `"${facts.mtimeMs.toString(36)}-${facts.size.toString(36)}"`;
  const headers = [
    'Content-Type',
    isText ? `${type};charset=utf-8` : type,
    'Cache-Control',
    path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    'Accept-Ranges',
    'bytes',
    'ETag',
    etag,
    ...(sent.encoding === 'identity' ? [] : ['Content-Encoding', sent.encoding]),
    ...(isText ? ['Vary', 'Accept-Encoding'] : []),
  ];
  return { path: file, bytes: sent.body?.length ?? facts.size, body: sent.body, etag, headers, isQuick: sent.isQuick };
}

async function bodyOf(file: string, encoding: Encoding, size: number) {
  const best = encoding === 'br' ? await unlessAbsent(readFile(`${file}.br`)) : null;
  if (best) return { body: best, encoding, isQuick: false };
  const plain = size <= MAX_KEPT_BYTES ? await unlessAbsent(readFile(file)) : null;
  if (!plain || encoding === 'identity') return { body: plain, encoding: 'identity' as const, isQuick: false };
  const packed = encoding === 'br' ? await brotli(plain, AT_ONCE) : await promisify(gzip)(plain);
  return { body: packed, encoding, isQuick: encoding === 'br' };
}

function brotli(text: Buffer, quality: number): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return promisify(brotliCompress)(text, { params });
}

/** Writes the best compressed form beside the file, a tenth smaller than the fast one. */
export async function packStaticFile(path: string): Promise<void> {
  const packed = await brotli(await readFile(path), constants.BROTLI_MAX_QUALITY);
  const written = `${path}.br.${process.pid}`;
  try {
    await writeFile(written, packed);
    await rename(written, `${path}.br`);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

/** The result of a file system call; null when there is no such file. */
async function unlessAbsent<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Project } from '../../src/features/property/project.ts';
import type { Property } from '../../src/features/property/property.ts';
import { writtenOut } from './written-out.ts';

/** All prerendered pages of the test version that have a language. */
export function prerendered(): { path: string; html: string }[] {
  const client = writtenOut(inject('site').versionDir);
  return readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html$/.test(file))
    .map((file) => ({
      path: `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`,
      html: readFileSync(join(client, file), 'utf8'),
    }));
}

const folder = <T>(name: string): T[] => {
  const path = join(inject('site').contentDir, name);
  return readdirSync(path).map((file) => JSON.parse(readFileSync(join(path, file), 'utf8')) as T);
};

/** The properties of the test content as editors wrote them. */
export const properties = () => folder<Property>('properties');
export const projects = () => folder<Project>('projects');

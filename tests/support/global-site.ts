import type { TestProject } from 'vitest/node';
import { openTestSite, type TestSite } from './test-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: TestSite;
  }
}

/** Builds and serves the test site before the first view test, and stops it after the last. */
export default async function setup(project: TestProject) {
  const { site, close } = await openTestSite();
  project.provide('site', site);
  return close;
}

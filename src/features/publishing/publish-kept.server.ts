import { statSync } from 'node:fs';
import { publisherFiles } from '../../publish/ask-publisher.ts';
import { type ContentFiles, readContentFiles } from '../../publish/content-files.ts';
import { type FoundChanges, readFound } from '../../publish/found-changes.ts';
import { openVersions } from '../../publish/versions.ts';

/** What the publisher found last, read again when it has found something else. */
export function openFound(dataDir: string): () => FoundChanges | null {
  const files = publisherFiles(dataDir);
  let kept: { state: string; found: FoundChanges | null } | null = null;
  return () => {
    const facts = statSync(files.found, { throwIfNoEntry: false });
    const state = facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs}` : '';
    if (kept?.state !== state) kept = { state, found: readFound(files) };
    return kept.found;
  };
}

/** Of which content a version is made, read once. */
export function openBasis(dataDir: string): (versionId: string) => ContentFiles | null {
  let kept: { versionId: string; files: ContentFiles | null } | null = null;
  return (versionId) => {
    if (kept?.versionId !== versionId)
      kept = { versionId, files: readContentFiles(openVersions(dataDir).folderOf(versionId)) };
    return kept.files;
  };
}

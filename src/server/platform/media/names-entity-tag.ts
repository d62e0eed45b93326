/** Whether an If-None-Match header names this quoted tag, compared weakly as RFC 9110 asks. */
export function namesEntityTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, '')));
}

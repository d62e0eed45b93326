/** The token of a form that was just opened. */
export async function tokenOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/forms/site-contact`, {
    headers: { Accept: 'application/json', Connection: 'close' },
  });
  return ((await response.json()) as { token: string }).token;
}

/** Posts the form of the contact page to a server of a site as a visitor with an IP address. */
export async function postForm(
  port: number,
  form: Record<string, unknown>,
  siteUrl: string,
  visitor = '203.0.113.7',
): Promise<{ status: number; reference: string | undefined }> {
  const response = await fetch(`http://127.0.0.1:${port}/api/forms/site-contact`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Origin: siteUrl,
      'X-Forwarded-For': visitor,
      Connection: 'close',
    },
    body: JSON.stringify(form),
  });
  const body = (await response.json().catch(() => ({}))) as { reference?: string };
  return { status: response.status, reference: body.reference };
}

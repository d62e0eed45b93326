import type { CrmRequests } from './crm-connection.ts';

const BASE = 'https://weblink.skarabee.com/v41/weblink.asmx';
const NAMESPACE = 'http://weblink.skarabee.com/';

/** Calls an operation of the web service of Skarabee with its content as XML, and returns the response. */
export function callSkarabee(
  { options, secret, request }: CrmRequests,
  operation: string,
  content: string,
): Promise<string> {
  const login = Buffer.from(`${secret('SKARABEE_USERNAME')}:${secret('SKARABEE_PASSWORD')}`).toString('base64');
  return request(String(options.url ?? BASE), {
    method: 'POST',
    headers: {
      'Content-Type': `application/soap+xml; charset=utf-8; action="${NAMESPACE}${operation}"`,
      Authorization: `Basic ${login}`,
    },
    body:
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">' +
      `<soap:Body><${operation} xmlns="${NAMESPACE}">${content}</${operation}></soap:Body></soap:Envelope>`,
  });
}

/** The text with a mail address taken out of it, in every spelling it may have in text, links, HTML and JSON. */
export function withoutAddress(text: string, address: string): string {
  const spellings = new Set([
    address,
    encodeURIComponent(address),
    encodeURI(address),
    address.replaceAll('+', '%2B'),
    inHtml(address),
    JSON.stringify(address).slice(1, -1),
  ]);
  const pattern = [...spellings].map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'giu'), '[erased]');
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

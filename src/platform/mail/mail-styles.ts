import type { CSSProperties } from 'react';

/** The colours of a mail in CSS. */
type MailColours = Record<'page' | 'ink' | 'ink-2' | 'accent' | 'action' | 'on-action' | 'line', string>;

/** How the mails of an agency look: colours, corners, letters of headings, and the logo with its absolute URL. */
export interface MailLook {
  light: MailColours;
  dark: MailColours;
  /** Radius of buttons in pixels. */
  radius: number;
  /** Whether headings have serifs: mail programs have local fonts only. */
  isSerif: boolean;
  logo: { src: string; width: number; height: number } | null;
}

const SANS = 'Arial, Helvetica, sans-serif';
const SERIF = 'Georgia, "Times New Roman", serif';
const WIDTH = 560;

/** Inline, because some mail programs ignore a style sheet; the classes are for dark mode and narrow screens. */
export const stylesOf = ({ light, radius, isSerif }: MailLook) => {
  const heading = isSerif ? SERIF : SANS;
  return {
    body: { margin: 0, backgroundColor: light.page, color: light.ink, fontFamily: SANS },
    container: { maxWidth: `${WIDTH}px`, margin: '0 auto', padding: '0 24px' },
    logo: { margin: '32px 0 12px', font: `500 24px/28px ${heading}`, color: light.ink },
    step: { width: '40px', margin: 0, border: 'none', borderTop: `3px solid ${light.accent}` },
    title: { margin: '28px 0 16px', font: `500 30px/36px ${heading}`, overflowWrap: 'anywhere' },
    heading: { margin: '24px 0 8px', font: `bold 16px/26px ${SANS}` },
    text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px', overflowWrap: 'anywhere' },
    small: { margin: '16px 0', fontSize: '13px', lineHeight: '20px', color: light['ink-2'] },
    button: {
      display: 'inline-block',
      margin: '0 0 24px',
      padding: '13px 22px',
      borderRadius: `${radius}px`,
      backgroundColor: light.action,
      color: light['on-action'],
      fontSize: '15px',
      fontWeight: 'bold',
    },
    link: { color: light.ink, textDecoration: 'underline' },
    rows: { width: '100%', margin: '0 0 24px', borderCollapse: 'collapse' },
    label: {
      width: '38%',
      padding: '9px 16px 9px 0',
      borderTop: `1px solid ${light.line}`,
      color: light['ink-2'],
      fontSize: '15px',
      fontWeight: 'normal',
      lineHeight: '22px',
      textAlign: 'left',
      verticalAlign: 'top',
    },
    value: {
      padding: '9px 0',
      borderTop: `1px solid ${light.line}`,
      fontSize: '15px',
      lineHeight: '22px',
      overflowWrap: 'anywhere',
      verticalAlign: 'top',
    },
    picture: { display: 'block', width: '100%', height: 'auto', margin: '0 0 12px' },
    line: { margin: '0 0 4px', fontSize: '16px', lineHeight: '26px' },
    rule: { margin: '8px 0 16px', border: 'none', borderTop: `1px solid ${light.line}` },
  } as const satisfies Record<string, CSSProperties>;
};

/** The style sheet for dark mode. */
export const darkOf = ({ dark }: MailLook) => `@media (prefers-color-scheme:dark){
.page,.page>table>tbody>tr>td{background-color:${dark.page}!important;color:${dark.ink}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark['ink-2']}!important}
.rule{border-color:${dark.line}!important}.accent{border-color:${dark.accent}!important}
.button{background-color:${dark.action}!important;color:${dark['on-action']}!important}}`;

// What header, menu and footer do beyond plain HTML; pages load it as one file (frame-loader.ts).
import './back-to-top.element.ts';
import './menu-drawer.element.ts';

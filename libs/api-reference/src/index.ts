export { CONTENT_SECURITY_POLICY } from './page-parts.js';
export { renderReferencePage } from './render-reference-page.js';

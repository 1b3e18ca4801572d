import type { OpenApiDocument } from './document/build-document.js';
import { renderPage } from './page/render-page.js';

/** The document and its page, made when somebody first asks: a process that serves agents alone never pays for them. */
export class Reference {
  private madeDocument: OpenApiDocument | undefined;
  private madePage: string | undefined;

  constructor(private readonly build: () => OpenApiDocument) {}

  get document(): OpenApiDocument {
    return (this.madeDocument ??= this.build());
  }

  get page(): string {
    return (this.madePage ??= renderPage(this.document));
  }
}

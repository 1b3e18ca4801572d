import type { OpenApiDocument } from './document/build-document.js';
import { readGuides } from './llms/guides.js';
import { renderLlms } from './llms/render-llms.js';
import { renderPage } from './page/render-page.js';

/** The document, its page and its texts, made when somebody first asks: a process that serves agents alone never pays for them. */
export class Reference {
  private madeDocument: OpenApiDocument | undefined;
  private madePage: string | undefined;
  private madeLlms: string | undefined;
  private readGuides: string | null | undefined;

  constructor(private readonly build: () => OpenApiDocument) {}

  get document(): OpenApiDocument {
    return (this.madeDocument ??= this.build());
  }

  get page(): string {
    return (this.madePage ??= renderPage(this.document));
  }

  /** For language models: an overview. */
  get llms(): string {
    return (this.madeLlms ??= renderLlms(this.document));
  }

  /** The overview and the guides; null when this process was installed without them. */
  get llmsFull(): string | null {
    if (this.readGuides === undefined) this.readGuides = readGuides();
    return this.readGuides === null ? null : `${this.llms}\n${this.readGuides}`;
  }
}

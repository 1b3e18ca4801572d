import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { renderReferencePage } from '@app/api-reference';
import { ERROR_ROWS } from './error-notes.js';
import { SUMMARY } from './introduction.js';
import { readGuides } from './llms/guides.js';
import { renderLlms } from './llms/render-llms.js';

/** The OpenAPI document and the texts made of it. All are built on first use: most processes never serve them. */
@Injectable()
export class ApiDocs {
  private build: (() => OpenAPIObject) | undefined;
  private builtDocument: OpenAPIObject | undefined;
  private builtPage: string | undefined;
  private builtLlms: string | undefined;
  private guides: string | null | undefined;

  /** @param build creates the document of the running application */
  attach(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get document(): OpenAPIObject {
    if (this.build === undefined) throw new Error('the application has not attached its document');
    return (this.builtDocument ??= this.build());
  }

  get page(): string {
    return (this.builtPage ??= renderReferencePage(this.document, ERROR_ROWS));
  }

  get llms(): string {
    return (this.builtLlms ??= renderLlms(this.document, SUMMARY));
  }

  /** The overview and the guides. Null in an installation without the guides. */
  get llmsFull(): string | null {
    if (this.guides === undefined) this.guides = readGuides();
    return this.guides === null ? null : `${this.llms}\n${this.guides}`;
  }
}

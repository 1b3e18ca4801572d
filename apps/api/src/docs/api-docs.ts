import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiSettings } from '@app/config';
import { API_SETTINGS } from '../settings.module.js';
import { ConstantDocument } from './constant-document.js';
import { ERROR_ROWS } from './error-notes.js';
import { SUMMARY } from './introduction.js';
import { readGuides, readSkill } from './llms/guides.js';
import { renderLlms } from './llms/render-llms.js';
import { renderReferencePage } from './reference/render-reference-page.js';

/** The OpenAPI document and the texts made of it. All are built on first use: most processes never serve them. */
@Injectable()
export class ApiDocs {
  private build: (() => OpenAPIObject) | undefined;
  private builtDocument: OpenAPIObject | undefined;
  private readonly texts = new Map<string, ConstantDocument>();
  private builtLlms: string | undefined;
  private guides: string | null | undefined;
  private skillText: string | null | undefined;

  constructor(@Inject(API_SETTINGS) private readonly settings: ApiSettings) {}

  /** @param build creates the document of the running application */
  attach(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get document(): OpenAPIObject {
    if (this.build === undefined) throw new Error('the application has not attached its document');
    return (this.builtDocument ??= this.build());
  }

  get json(): ConstantDocument {
    return this.constant('json', () => JSON.stringify(this.document));
  }

  get page(): ConstantDocument {
    return this.constant('page', () => renderReferencePage(this.document, ERROR_ROWS));
  }

  get llms(): ConstantDocument {
    return this.constant('llms', () => this.llmsText);
  }

  /** The overview and the guides. Null in an installation without the guides. */
  get llmsFull(): ConstantDocument | null {
    if (this.guides === undefined) this.guides = readGuides();
    return this.guides === null ? null : this.constant('llms-full', () => `${this.llmsText}\n${this.guides}`);
  }

  /** Null in an installation without the skill. */
  get skill(): ConstantDocument | null {
    if (this.skillText === undefined) this.skillText = readSkill();
    const text = this.skillText;
    return text === null ? null : this.constant('skill', () => text);
  }

  private get llmsText(): string {
    return (this.builtLlms ??= renderLlms(this.document, { summary: SUMMARY, mcpUrl: this.settings.MCP_URL }));
  }

  private constant(name: string, render: () => string): ConstantDocument {
    const built = this.texts.get(name) ?? new ConstantDocument(render());
    this.texts.set(name, built);
    return built;
  }
}

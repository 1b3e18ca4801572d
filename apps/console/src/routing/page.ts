import type { ComponentType } from 'preact';

export interface PageProps {
  /** Last part of `#/page/id`, null without one. */
  readonly id: string | null;
}

export interface Page {
  /** Title of the document, and name in the navigation. */
  readonly title: string;
  readonly component: ComponentType<PageProps>;
}

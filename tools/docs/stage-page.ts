import path from 'node:path';

const REPOSITORY = 'https://github.com/presage-markets/presage/blob/main';

/** Prepares a Markdown file of the repository for the site. @param file relative to the root */
export function stagePage(file: string, text: string, isPage: (file: string) => boolean): string {
  const folder = path.dirname(file);
  return text
    .replaceAll(/^\[!\[.*\n/gm, '') // badges belong to the repository's page
    .replaceAll(/ (src|srcset)="(?![./]|\w+:)/g, ' $1="./')
    .replaceAll(/\]\((?!\w+:|#)([^)\s]+)\)/g, (link, target: string) => {
      const [place = '', anchor] = target.split('#');
      const found = path.join(folder, place);
      if (isPage(found) || /\.(?:png|svg)$/.test(found)) return link;
      return `](${REPOSITORY}/${found}${anchor === undefined ? '' : `#${anchor}`})`;
    });
}

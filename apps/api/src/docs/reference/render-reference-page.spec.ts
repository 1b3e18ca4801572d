import { createHash } from 'node:crypto';
import { CONTENT_SECURITY_POLICY } from './page-parts.js';
import { renderReferencePage } from './render-reference-page.js';

const listNotes = {
  operationId: 'listNotes',
  tags: ['Notes'],
  summary: 'List the notes',
  description: 'Lists `notes` & drafts.',
  parameters: [
    { $ref: '#/components/parameters/Trace' },
    { name: 'author', in: 'query', required: true, description: 'Author.', schema: { type: 'string' }, example: 'a b' },
  ],
  responses: {
    '200': {
      description: 'The notes.',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Notes' },
          examples: { response: { value: { notes: ['<script>'] } } },
        },
      },
    },
    '404': { $ref: '#/components/responses/missing' },
  },
};
const document = {
  info: { title: 'Notes', version: '1.2.3', description: 'First.\n\nSecond.' },
  tags: [{ name: 'Notes', description: 'All notes.' }],
  paths: { '/notes': { get: listNotes } },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header' } },
    responses: {
      missing: { description: 'No author.', content: { 'application/json': { examples: { author_missing: {} } } } },
    },
    schemas: {
      Notes: {
        type: 'object',
        properties: { notes: { type: 'array', items: { type: 'string', enum: ['todo', 'done'] } } },
      },
    },
  },
};
const errors = [{ status: 404, code: 'author_missing', when: 'no `author` has this name', retry: 'No.' }];

describe('the reference page', () => {
  const page = renderReferencePage(document, errors);

  it('escapes the texts of the document', () => {
    expect(page).toContain('<p>Lists <code>notes</code> &amp; drafts.</p>');
    expect(page).toContain('&lt;script&gt;');
  });

  it('links every operation of a tag', () => {
    expect(page).toContain('<a href="#op-listNotes"');
    expect(page).toContain('<article id="op-listNotes">');
  });

  it('shows a call with the required parameters', () => {
    expect(page).toContain('/notes?author=a%20b');
  });

  it('leaves out the parameters of every operation', () => {
    expect(page).not.toContain('X-Trace');
  });

  it('resolves referenced responses and links named schemas', () => {
    expect(page).toContain('<p>No author.</p>');
    expect(page).toContain('<a href="#schema-Notes">Notes</a>');
    expect(page).toContain('<details id="schema-Notes">');
  });

  it('shows the values of an array’s items', () => {
    expect(page).toMatch(/array of string.*<code>todo<\/code>\s+<code>done<\/code>/s);
  });

  it('lists the errors', () => {
    expect(page).toContain('<td>no <code>author</code> has this name</td>');
  });

  it('has the script and the style that its policy allows', () => {
    const sources = [...page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)].map(
      ([, name, text = '']) => `${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(sources).toHaveLength(2);
    for (const source of sources) expect(CONTENT_SECURITY_POLICY).toContain(source);
  });
});

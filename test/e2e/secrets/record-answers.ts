/** Records every HTTP answer that this process receives. @returns a function that ends the recording */
export function recordAnswers(answers: string[]): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await original(...request);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    answers.push([response.statusText, ...headers, await response.clone().text()].join('\n'));
    return response;
  };
  return () => {
    globalThis.fetch = original;
  };
}

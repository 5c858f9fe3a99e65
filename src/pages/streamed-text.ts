// A long text as the body of an answer, made part by part as it is read.

export function streamedText(parts: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return stream.pipeThrough(new TextEncoderStream());
}

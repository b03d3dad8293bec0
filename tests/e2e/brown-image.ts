export const brownImage = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR42mNgYGD4jwdTKDGwEgBDgR/h8bHnMwAAAABJRU5ErkJggg==",
  "base64",
);

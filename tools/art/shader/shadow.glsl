// How much of the lamp (x) and of the room (y) each point of the relief sees.
uniform sampler2D uScene;
out vec4 out0;

// The nearest height will do: the rays are scattered anyhow, and there are many.
float heightAt(vec2 p) {
  ivec2 size = textureSize(uScene, 0);
  return texelFetch(uScene, clamp(ivec2((p / uField * .5 + .5) * vec2(size)), ivec2(0), size - 1), 0).a;
}

void main() {
  vec2 p = (gl_FragCoord.xy / uSize * 2. - 1.) * uField;
  float h = heightAt(p) + .003;
  vec3 r = rnd(gl_FragCoord.xy, 5.);
  float lit = 0.;
  const int RAYS = 14;
  for (int i = 0; i < RAYS; i++) {
    float a = (float(i) + r.x) * 2.39996, far = sqrt((float(i) + r.y) / float(RAYS));
    vec3 dir = normalize(LAMP + SPREAD * far * vec3(cos(a), sin(a), 0.));
    float seen = 1.;
    for (int k = 1; k <= 14; k++) {
      float t = .85 * pow((float(k) - r.z * .9) / 14., 2.);
      if (heightAt(p + dir.xy * t) > h + dir.z * t) { seen = 0.; break; }
    }
    lit += seen;
  }
  float open_ = 0.;
  const int WAYS = 9;
  for (int i = 0; i < WAYS; i++) {
    float a = (float(i) + r.y) / float(WAYS) * 6.2831853;
    vec2 dir = vec2(cos(a), sin(a));
    float top = 0.;
    for (int k = 1; k <= 6; k++) {
      float t = .34 * pow((float(k) - r.x * .9) / 6., 1.8) + .004;
      top = max(top, (heightAt(p + dir * t) - h) / t * (1. - .5 * float(k) / 6.));
    }
    open_ += 1. - top / sqrt(1. + top * top);
  }
  out0 = vec4(lit / float(RAYS), open_ / float(WAYS), h, 1.);
}

// The image: the relief seen from a little in front, under one large lamp at the upper left.
uniform sampler2D uScene, uTraits, uBlur, uShadow;
uniform float uTilt, uSoft;
uniform vec2 uSharp;
out vec4 out0;

vec2 uv(vec2 p) { return p / uField * .5 + .5; }
float heightAt(vec2 p) { return texture(uScene, uv(p)).a; }
float roughly(vec2 p) { return texelFetch(uScene, ivec2(uv(p) * vec2(textureSize(uScene, 0))), 0).a; }

/** Where the line of sight through a point of the image first meets the relief. */
vec2 seen(vec2 s) {
  float c = cos(uTilt), n = sin(uTilt), top = .8, last = top;
  vec2 p = s;
  for (int i = 0; i <= 52; i++) {
    float z = top - float(i) / 52. * (top + .06);
    p = vec2(s.x, (s.y - z * n) / c);
    if (roughly(p) >= z) {
      float above = last, below = z;
      for (int k = 0; k < 6; k++) {
        float mid = .5 * (above + below);
        p = vec2(s.x, (s.y - mid * n) / c);
        if (heightAt(p) >= mid) below = mid; else above = mid;
      }
      return p;
    }
    last = z;
  }
  return p;
}

vec3 normalOf(vec2 p, float e) {
  return normalize(vec3(heightAt(p - vec2(e, 0)) - heightAt(p + vec2(e, 0)),
                        heightAt(p - vec2(0, e)) - heightAt(p + vec2(0, e)), 2. * e));
}

float blurAt(vec2 p) { return texture(uBlur, uv(p)).x; }

float ggx(vec3 n, vec3 h, float rough) {
  float a = rough * rough, d = dot(n, h);
  float k = d * d * (a * a - 1.) + 1.;
  return a * a / (3.1416 * k * k);
}

/** The reflection in a brushed or polished ground: what is just behind the point, blurred by height. */
vec4 mirrored(vec2 p) {
  vec4 sum = vec4(0.);
  for (int ray = 0; ray < 4; ray++) {
    vec3 r = rnd(gl_FragCoord.xy, 20. + float(ray));
    for (int k = 0; k < 12; k++) {
      float z = .012 + .50 * pow((float(k) + r.x) / 12., 1.5);
      vec2 at = p + vec2((r.y - .5) * .22, .38 + (r.z - .5) * .20) * z;
      if (roughly(at) > z) { sum += vec4(texture(uScene, uv(at)).rgb, 1.); break; }
    }
  }
  return sum / 4.;
}

void main() {
  vec2 s = (gl_FragCoord.xy / uSize * 2. - 1.) * vec2(uSize.x / uSize.y, 1.);
  vec2 p = seen(s);
  vec4 scene = texture(uScene, uv(p));
  // A steep side has hardly a colour of its own from above, so it takes the colour about its edge.
  vec2 down = vec2(heightAt(p - vec2(.006, 0)) - heightAt(p + vec2(.006, 0)),
                   heightAt(p - vec2(0, .006)) - heightAt(p + vec2(0, .006))) / .012;
  float steep = smoothstep(1.4, 4., length(down));
  if (steep > 0.) {
    vec2 up = -normalize(down);
    vec3 sum = vec3(0.);
    for (int i = -3; i <= 3; i++) for (int k = 0; k < 3; k++) {
      vec2 at = p + up * (.006 + .014 * float(k)) + vec2(-up.y, up.x) * float(i) * .008;
      sum += texture(uScene, uv(at)).rgb;
    }
    float streak = noise(vec2(dot(p, vec2(-up.y, up.x)) * 26., scene.a * 34.), 71.);
    scene.rgb = mix(scene.rgb, sum / 21. * (1. + .16 * streak), .8 * steep);
  }
  vec3 traits = texture(uTraits, uv(p)).xyz;
  vec2 vis = texture(uShadow, uv(p)).xy;
  float gloss = traits.x, glow = traits.y;
  vec3 n = normalOf(p, .0022), view = vec3(0., -sin(uTilt), cos(uTilt));
  float e = .012;
  vec3 soft = normalize(vec3(blurAt(p - vec2(e, 0)) - blurAt(p + vec2(e, 0)),
                             blurAt(p - vec2(0, e)) - blurAt(p + vec2(0, e)), 2. * e));
  // Light wanders in the flesh, red furthest: it sees the smoothed shape and reaches round edges.
  vec3 wrap = glow * vec3(.34, .14, .10);
  vec3 nl = vec3(dot(mix(n, soft, .75 * glow), LAMP), dot(mix(n, soft, .45 * glow), LAMP),
                 dot(mix(n, soft, .4 * glow), LAMP));
  vec3 direct = max((nl + wrap) / (1. + wrap), 0.);
  vec3 shade = mix(vec3(vis.x), pow(vec3(vis.x), vec3(.62, .95, 1.)), glow);
  vec3 sky = mix(LOW, HIGH, .5 + .5 * dot(n, normalize(vec3(-.2, .5, 1.))));
  vec3 ao = pow(vec3(vis.y), mix(vec3(1.25), vec3(.85, 1.25, 1.3), glow));
  vec3 col = scene.rgb * (SUN * direct * shade + sky * ao * .86);

  if (traits.z > .01) {
    vec4 other = mirrored(p);
    col = mix(col, col * .45 + other.rgb / max(other.a, .01) * .40, traits.z * other.a);
  }

  vec3 half_ = normalize(LAMP + view);
  // The lamp is a wide window: it lies on every slope that leans a little to the upper left.
  vec3 mirror = reflect(-view, n), calm = reflect(-view, normalize(mix(n, soft, .7)));
  vec3 window = normalize(LAMP + vec3(.08, 0., 0.));
  float glint = smoothstep(.975, .995, dot(mirror, window));
  float sheen = smoothstep(.86, 1., dot(calm, window));
  float shine = .17 * glint + .11 * sheen + .02 * ggx(n, half_, .34);
  col += gloss * min(shine, .8) * (.25 + .75 * vis.x) * vis.y * vec3(1., .97, .93);

  col *= 1. - .16 * pow(length(s * vec2(.62, .8)), 3.);
  col *= 1.10;
  col = col * (1. + col * .12) / (1. + col * .42);
  col = pow(clamp(col, 0., 1.), vec3(1. / 2.2));
  col = mix(col, smoothstep(0., 1., col), .22);
  if (uSoft > 0.) {
    out0 = vec4(col, min(uSoft * max(abs(p.y + .3 * scene.a - uSharp.x) - uSharp.y, 0.), .09));
    return;
  }
  out0 = vec4(col + (rnd(gl_FragCoord.xy, 9.).x - .5) / 110., 1.);
}
